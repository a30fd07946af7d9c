import type { ProductDetail } from '@kushi/contract/product'
import type { Subscription } from '@kushi/contract/subscription'
import { quietApi } from '../../../api.ts'
import { privatePage } from '../../../seo.ts'
import { settle } from '../../../settle.ts'
import { MemberSkeleton } from '../../../shell/member-page.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SectionHeading } from '../../../ui/heading.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { Gallery } from '../gallery.tsx'
import { isPriced, type PricedProduct } from '../priced.ts'
import { ProductLabel } from '../product-label.tsx'
import type { Route } from './+types/detail.ts'
import { AddChoices } from './add-choices.tsx'
import { AddRefusal } from './add-refusal.tsx'
import { AddToSubscription, loadTarget } from './add-to-subscription.tsx'
import { useSubscriptionAddition } from './use-adding.ts'

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

/** 商品詳細 for adding to a subscription. */
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

/** The texts: story, usage, ingredients. */
const ProductText = ({ product }: { product: ProductDetail }) => (
  <div className="mx-auto grid max-w-text gap-12 pt-16">
    <section className="grid gap-4">
      {product.description.split('\n\n').map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </section>
    {product.how_to_use.length > 0 && (
      <section className="grid gap-4">
        <SectionHeading>使い方</SectionHeading>
        <ol className="divide-y divide-line border-y border-line">
          {product.how_to_use.map((step, index) => (
            <li key={step} className="flex gap-4 py-3">
              <span aria-hidden="true" className="numeric font-mincho text-muted">
                {index + 1}
              </span>
              {step}
            </li>
          ))}
        </ol>
      </section>
    )}
    <section className="grid gap-4">
      <SectionHeading>成分・素材</SectionHeading>
      <ProductLabel label={product.product_label} />
    </section>
  </div>
)

interface AddBoxProps {
  product: PricedProduct
  subscription: Subscription
}

/** The choices for adding a product to a subscription, or why it can't be added. */
function AddBox({ product, subscription }: AddBoxProps) {
  const adding = useSubscriptionAddition(product, subscription)
  const { sku, error, retry } = adding
  return (
    <div className="grid content-start gap-6">
      <div className="grid gap-2">
        <h1 className="text-xl md:text-2xl">{product.product_name}</h1>
        <p className="text-muted">{product.catch_copy}</p>
      </div>
      {!sku ? (
        <Notice>ただいまお取り扱いを休んでいます。</Notice>
      ) : !product.lump_sum_payment_flag ? (
        <AddChoices product={product} subscription={subscription} sku={sku} adding={adding} />
      ) : error ? (
        <AddRefusal error={error} product={product} onRetry={retry} />
      ) : (
        <Loading>
          <Skeleton className="h-28 w-full" />
        </Loading>
      )}
    </div>
  )
}
