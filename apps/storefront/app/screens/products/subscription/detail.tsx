import { quietApi } from '../../../api.ts'
import { privatePage } from '../../../seo.ts'
import { settle } from '../../../settle.ts'
import { MemberSkeleton } from '../../../shell/member-page.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Gallery } from '../gallery.tsx'
import { isPriced } from '../priced.ts'
import type { Route } from './+types/detail.ts'
import { AddBox } from './add-box.tsx'
import { AddToSubscription, loadTarget } from './add-to-subscription.tsx'
import { ProductText } from './product-text.tsx'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, '定期便に追加する商品')

export async function clientLoader({ params, url, request: { signal } }: Route.ClientLoaderArgs) {
  const [target, product] = await Promise.all([
    settle(loadTarget(url.searchParams, signal)),
    settle(quietApi('GET /v1/product/detail/{id}', { params }, { signal })),
  ])
  return { target, product }
}
clientLoader.hydrate = true as const
export const HydrateFallback = MemberSkeleton

/** 商品詳細 in the form that adds to a subscription. */
export default function SubscriptionProduct({ loaderData: { target, product: loaded } }: Route.ComponentProps) {
  const isMissing = loaded.error?.status === 404 || loaded.error?.status === 422
  return (
    <AddToSubscription title="定期便に商品を追加" target={target} hideTitle={loaded.data !== null}>
      {(subscription) =>
        isMissing ? (
          <EmptyState title="この商品は見つかりません" text="掲載を終えたか、アドレスが変わった可能性があります。">
            <ButtonLink to={`/mypage/products?subscription=${subscription.id}`}>追加できる商品を見る</ButtonLink>
          </EmptyState>
        ) : (
          <Loaded loaded={loaded}>
            {(product) =>
              isPriced(product) && (
                <>
                  <div className="grid gap-6 md:grid-cols-2 md:gap-12 lg:grid-cols-[11fr_10fr]">
                    <Gallery pictures={product.product_image} />
                    <AddBox key={product.id} product={product} subscription={subscription} />
                  </div>
                  <ProductText product={product} />
                </>
              )
            }
          </Loaded>
        )
      }
    </AddToSubscription>
  )
}
