import { privatePage } from '../../../seo.ts'
import { settle } from '../../../settle.ts'
import { MemberSkeleton } from '../../../shell/member-page.tsx'
import type { Route } from './+types/list.ts'
import { AddToSubscription, loadTarget } from './add-to-subscription.tsx'
import { AddableProducts, loadAddable } from './addable-products.tsx'

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

/** 商品一覧 in the form that adds to a subscription. */
export default function SubscriptionProducts({ loaderData: { target, products } }: Route.ComponentProps) {
  return (
    <AddToSubscription title="定期便に商品を追加" target={target}>
      {(subscription) => <AddableProducts subscription={subscription} products={products} />}
    </AddToSubscription>
  )
}
