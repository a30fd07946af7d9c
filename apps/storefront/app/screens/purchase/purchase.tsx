import { privatePage } from '../../seo.ts'
import type { Route } from './+types/purchase.ts'
import { loadPurchase } from './form/load-purchase.ts'
import { PurchaseScreen } from './form/purchase-screen.tsx'
import { PurchaseSkeleton } from './purchase-skeleton.tsx'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, 'ご購入のお手続き')

export const clientLoader = ({ url }: Route.ClientLoaderArgs) => loadPurchase(url)
clientLoader.hydrate = true as const

export const HydrateFallback = PurchaseSkeleton

/** お客様情報・お届け・お支払い, for a single purchase and for a subscription. */
export default function Purchase({ loaderData }: Route.ComponentProps) {
  return <PurchaseScreen key={`${loaderData.kind}-${loaderData.customer?.id ?? 'guest'}`} data={loaderData} />
}
