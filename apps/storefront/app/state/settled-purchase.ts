import { forgetOrdered } from './cart-actions.ts'
import type { OrderKey } from './order-key.ts'
import { storeOffers } from './order-offers.ts'
import { pagePurchase, savePagePurchase } from './page-purchase.ts'
import { cartTypeOf, type PurchaseKind } from './purchase-kind.ts'

/** Forgets the goods of the order, which were in the cart or on a page. */
export function forgetPurchase(kind: PurchaseKind, { page }: OrderKey): void {
  storeOffers(kind, page, [])
  if (!page) forgetOrdered(cartTypeOf(kind))
  else if (pagePurchase(kind)?.slug === page.slug) savePagePurchase(kind, null)
}
