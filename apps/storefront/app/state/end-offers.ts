import { type PurchaseKind, purchaseKinds } from './purchase-kind.ts'
import { tabStorage, writeJson } from './storage.ts'

/** Where the form of a purchase keeps the 注文のときのご案内 that it shows. */
export const offersKey = (kind: PurchaseKind) => `kushi.offers.${kind}`

/** Forgets them after a logout. */
export const endOffers = () => {
  for (const kind of purchaseKinds) writeJson(tabStorage(), offersKey(kind), null)
}
