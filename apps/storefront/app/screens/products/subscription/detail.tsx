import { quietApi } from '../../../api.ts'
import { privatePage } from '../../../seo.ts'
import { MemberSkeleton } from '../../../shell/member-page.tsx'
import { useAnswer } from '../../../state/use-answer.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Answered } from '../../../ui/loaded.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Gallery } from '../gallery.tsx'
import { isPriced } from '../priced.ts'
import { ProductText } from '../product-text.tsx'
import type { Route } from './+types/detail.ts'
import { AddBox } from './add-box.tsx'
import { AddToSubscription } from './add-to-subscription.tsx'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, '定期便に追加する商品')

export const clientLoader = () => null
clientLoader.hydrate = true as const
export const HydrateFallback = MemberSkeleton

/** 商品詳細 in the form that adds to a subscription. */
export default function SubscriptionProduct({ params: { id } }: Route.ComponentProps) {
  const answer = useAnswer(`product.${id}`, (signal) =>
    quietApi('GET /v1/product/detail/{id}', { params: { id } }, { signal }),
  )
  const isMissing = answer.error?.status === 404 || answer.error?.status === 422
  return (
    <AddToSubscription title="定期便に商品を追加" hideTitle={answer.data !== undefined}>
      {(subscription) =>
        isMissing ? (
          <EmptyState title="この商品は見つかりません" text="掲載を終えたか、アドレスが変わった可能性があります。">
            <ButtonLink to={`/mypage/products?subscription=${subscription.id}`}>追加できる商品を見る</ButtonLink>
          </EmptyState>
        ) : (
          <Answered answer={answer} skeleton={<Skeleton className="h-96 w-full" />}>
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
          </Answered>
        )
      }
    </AddToSubscription>
  )
}
