import { type CartEntry, cartItems, itemsOfType, useCartItems } from './cart.ts'
import { cartTypeOf, type PurchaseKind, purchaseKinds } from './purchase-kind.ts'
import { readJson, tabStorage, writeJson } from './storage.ts'

/** The purchase that a 申し込みページ began in this tab: of its goods, until it is ordered or the visitor turns to the cart. */
export interface PagePurchase {
  items: CartEntry[]
  /** The page's own path. */
  path: string
  /** The page's words on the completion page. */
  thanks: string
}

const keyOf = (kind: PurchaseKind) => `kushi.page.${kind}`

/** null: the purchase is the cart's. */
export const keepPagePurchase = (kind: PurchaseKind, page: PagePurchase | null) =>
  writeJson(tabStorage(), keyOf(kind), page)

/** The visitor turned to the cart: what was begun on a page must not take its place. */
export const endPagePurchase = () => {
  for (const kind of purchaseKinds) keepPagePurchase(kind, null)
}

/** The page whose purchase is going on; null: it is the cart's. */
export const pagePurchase = (kind: PurchaseKind) => readJson(tabStorage(), keyOf(kind)) as PagePurchase | null

/** What the purchase is of. */
export const purchaseItems = (kind: PurchaseKind): CartEntry[] =>
  pagePurchase(kind)?.items ?? cartItems(cartTypeOf(kind))

export function usePurchaseItems(kind: PurchaseKind): CartEntry[] {
  const inCart = itemsOfType(useCartItems(), cartTypeOf(kind))
  return pagePurchase(kind)?.items ?? inCart
}
