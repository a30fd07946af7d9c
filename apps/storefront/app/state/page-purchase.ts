import { type CartEntry, cartItems, itemsOfType, useCartItems } from './cart.ts'
import { readOrderKey } from './order-key.ts'
import { cartTypeOf, type PurchaseKind } from './purchase-kind.ts'
import { browserStorage, readJson, writeJson } from './storage.ts'

/** The purchase that a 申し込みページ began: of its goods and not of the cart's, until it is ordered or the cart is opened. */
interface PagePurchase {
  items: CartEntry[]
  /** The page's own path. */
  path: string
  /** The page's words on the completion page. */
  thanks: string
  /** The order that it became. */
  order_no: string | null
}

const keyOf = (kind: PurchaseKind) => `kushi.page.${kind}`
const read = (kind: PurchaseKind) => readJson(browserStorage(), keyOf(kind)) as PagePurchase | null

export const beginPagePurchase = (kind: PurchaseKind, begun: Omit<PagePurchase, 'order_no'>) =>
  writeJson(browserStorage(), keyOf(kind), { ...begun, order_no: null } satisfies PagePurchase)

export const endPagePurchase = (kind: PurchaseKind) => writeJson(browserStorage(), keyOf(kind), null)

/** The page whose purchase is going on; null: it is the cart's. */
export const pagePurchase = (kind: PurchaseKind): PagePurchase | null => {
  const page = read(kind)
  return page?.order_no === null ? page : null
}

/** What the purchase is of. */
export const purchaseItems = (kind: PurchaseKind): CartEntry[] =>
  pagePurchase(kind)?.items ?? cartItems(cartTypeOf(kind))

export function usePurchaseItems(kind: PurchaseKind): CartEntry[] {
  const inCart = itemsOfType(useCartItems(), cartTypeOf(kind))
  return pagePurchase(kind)?.items ?? inCart
}

/** The page's goods are ordered. false: it was the cart's purchase. */
export function orderedFromPage(kind: PurchaseKind, order_no: string): boolean {
  const page = read(kind)
  if (!page || page.order_no !== null) return page?.order_no === order_no
  writeJson(browserStorage(), keyOf(kind), { ...page, items: [], order_no })
  return true
}

/** The page's words for the order that it became or is just becoming; '': none. */
export function pageThanks(kind: PurchaseKind, order_no: string): string {
  const page = read(kind)
  const current = page?.order_no ?? readOrderKey(browserStorage(), kind)?.order_no
  return page && current === order_no ? page.thanks : ''
}
