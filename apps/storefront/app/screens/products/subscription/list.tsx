import { useSearchParams } from 'react-router'
import { privatePage } from '../../../seo.ts'
import { MemberSkeleton } from '../../../shell/member-page.tsx'
import type { Route } from './+types/list.ts'
import { AddToSubscription } from './add-to-subscription.tsx'
import { AddableProducts } from './addable-products.tsx'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, '定期便に商品を追加')

export const clientLoader = () => null
clientLoader.hydrate = true as const
export const HydrateFallback = MemberSkeleton

/** 商品一覧 in the form that adds to a subscription. */
export default function SubscriptionProducts() {
  const [search] = useSearchParams()
  return (
    <AddToSubscription title="定期便に商品を追加">
      {(subscription) => <AddableProducts subscription={subscription} search={search} />}
    </AddToSubscription>
  )
}
