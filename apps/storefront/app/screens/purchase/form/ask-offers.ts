import type { OrderOffer } from '@kushi/contract/order-offer'
import { quietApi } from '../../../api.ts'
import type { CartEntry } from '../../../state/cart.ts'
import { hasOrderOffers, type ShownOffer, shownOffers, takenOffer } from '../../../state/order-offers.ts'
import { itemsOfPurchase, type PagePurchase } from '../../../state/page-purchase.ts'
import type { PurchaseKind } from '../../../state/purchase-kind.ts'
import { quoteQuery } from '../../../state/use-quote.ts'

const lineOf = ({ id, quantity, subscription }: CartEntry) => `${id}:${quantity}:${subscription}`

export function offersQuery(priced: ReturnType<typeof quoteQuery>, shown: readonly ShownOffer[]) {
  const taken = shown.flatMap(({ offer, is_taken }) => (is_taken ? [offer.order_offer_id] : []))
  const before = takenOffer(shown, 'instead')?.instead_of
  return {
    ...priced,
    ...(taken.length > 0 && { taken }),
    ...(before && { instead_of: lineOf(before) }),
  }
}

export const fetchOffers = async (query: ReturnType<typeof offersQuery>, init?: RequestInit): Promise<OrderOffer[]> =>
  (await quietApi('GET /v1/order/offers', { query }, init)).items

/** Those of the purchase before an address is known, so that the form has their place when it is painted. */
export async function firstOffers(kind: PurchaseKind, page: PagePurchase | null): Promise<OrderOffer[]> {
  const items = itemsOfPurchase(kind, page)
  if (!hasOrderOffers() || items.length === 0) return []
  const priced = quoteQuery({ items, isPeriodic: kind === 'periodic', page })
  return fetchOffers(offersQuery(priced, shownOffers(kind, page, items))).catch(() => [])
}
