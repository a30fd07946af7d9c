import { privatePage } from '../../seo.ts'
import type { Route } from './+types/purchase.ts'
import { prefetchAnswers } from './form/begin-answers.ts'
import { loadPurchase } from './form/load-purchase.ts'
import { PurchaseScreen } from './form/purchase-screen.tsx'
import { PurchaseSkeleton } from './purchase-skeleton.tsx'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, 'ご購入のお手続き')

export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  const data = await loadPurchase(url)
  return { data, prefetched: prefetchAnswers(data) }
}
clientLoader.hydrate = true as const

export const HydrateFallback = PurchaseSkeleton

/** お客様情報・お届け・お支払い, for a single purchase and for a subscription. */
export default function Purchase({ loaderData }: Route.ComponentProps) {
  const { kind, customer } = loaderData.data
  return <PurchaseScreen key={`${kind}-${customer?.id ?? 'guest'}`} {...loaderData} />
}
