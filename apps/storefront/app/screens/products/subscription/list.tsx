import type { Subscription } from '@kushi/contract/subscription'
import { formatShortDateWithWeekday } from '@kushi/values/date-format'
import { quietApi } from '../../../api.ts'
import type { ListPlace } from '../../../parts/list-place.ts'
import { privatePage } from '../../../seo.ts'
import { type SettledResult, settle } from '../../../settle.ts'
import { MemberSkeleton } from '../../../shell/member-page.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Products } from '../products.tsx'
import { listRequest, PER_PAGE, readProductsQuery } from '../products-query.ts'
import type { Route } from './+types/list.ts'
import { AddToSubscription, loadTarget } from './add-to-subscription.tsx'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, '定期便に商品を追加')

export async function clientLoader({ url: { searchParams }, request: { signal } }: Route.ClientLoaderArgs) {
  const [target, products] = await Promise.all([
    settle(loadTarget(searchParams, signal)),
    settle(loadAddable(searchParams, signal)),
  ])
  return { target, products }
}
clientLoader.hydrate = true as const
export const HydrateFallback = MemberSkeleton

/** 商品一覧 for adding to a subscription. */
export default function SubscriptionProducts({ loaderData: { target, products } }: Route.ComponentProps) {
  return (
    <AddToSubscription title="定期便に商品を追加" target={target}>
      {(subscription) => <AddableProducts subscription={subscription} products={products} />}
    </AddToSubscription>
  )
}

/** Loads the products for subscriptions that match the URL. */
async function loadAddable(search: URLSearchParams, signal: AbortSignal) {
  const query = { ...readProductsQuery(search), sale_type: '' as const }
  const productQuery = { ...listRequest(query), sale_type: '2' as const }
  const list = await quietApi('GET /v1/product', { query: productQuery }, { signal })
  return { ...list, query, pages: Math.max(1, Math.ceil(list.total / PER_PAGE)) }
}

interface AddableProductsProps {
  subscription: Subscription
  products: SettledResult<Awaited<ReturnType<typeof loadAddable>>>
}

/** The products for subscriptions, at the prices of this subscription. */
function AddableProducts({ subscription, products }: AddableProductsProps) {
  const place: ListPlace = {
    path: '/mypage/products',
    keptParams: { subscription: String(subscription.id) },
    isForSubscription: true,
  }
  return (
    <>
      <p className="pb-6 text-sm text-muted">
        {formatShortDateWithWeekday(subscription.next_delivery_date)}にお届けする定期便(
        {subscription.pattern_label})に追加します。価格は定期便の価格です。
      </p>
      <h2 className="sr-only">商品</h2>
      <Loaded loaded={products}>{(data) => <Products {...data} place={place} />}</Loaded>
    </>
  )
}
