import type { LandingPage } from '@kushi/contract/landing-page'
import { type CartEntry, cartItems, itemsOfType, useCartItems } from './cart.ts'
import { cartTypeOf, type PurchaseKind, purchaseKinds, purchasePath } from './purchase-kind.ts'
import { readJson, tabStorage, writeJson } from './storage.ts'

/** The purchase that a 申し込みページ began in this tab: of its goods, until it is ordered or the visitor turns to the cart. */
export interface PagePurchase extends Pick<LandingPage, 'slug' | 'intervals' | 'payment_method_ids'> {
  items: CartEntry[]
}

const keyOf = (kind: PurchaseKind) => `kushi.page.${kind}`

/** null: the purchase is the cart's. */
export const savePagePurchase = (kind: PurchaseKind, page: PagePurchase | null) =>
  writeJson(tabStorage(), keyOf(kind), page)

/** The visitor turned to the cart: what was begun on a page must not take its place. */
export const endPagePurchase = () => {
  for (const kind of purchaseKinds) savePagePurchase(kind, null)
}

/** The page whose purchase is going on; null: it is the cart's. */
export function pagePurchase(kind: PurchaseKind): PagePurchase | null {
  const kept = readJson(tabStorage(), keyOf(kind)) as Partial<PagePurchase> | null
  return kept?.slug && kept.items
    ? { intervals: [], payment_method_ids: [], ...kept, slug: kept.slug, items: kept.items }
    : null
}

/** Where the order stands on its page. */
export const orderOnPage = ({ slug }: { slug: string }) => `/lp/${slug}#order`

/** The form of the purchase that is going on: on its page, or the cart's own screen. */
export function formPath(kind: PurchaseKind, isMember: boolean): string {
  const page = pagePurchase(kind)
  return page ? orderOnPage(page) : purchasePath(kind, '', isMember)
}

/** What the purchase is of. */
export const purchaseItems = (kind: PurchaseKind): CartEntry[] => itemsOfPurchase(kind, pagePurchase(kind))

export const itemsOfPurchase = (kind: PurchaseKind, page: PagePurchase | null): CartEntry[] =>
  page?.items ?? cartItems(cartTypeOf(kind))

/** The same, as the cart changes. */
export function useItemsOfPurchase(kind: PurchaseKind, page: PagePurchase | null): CartEntry[] {
  const inCart = itemsOfType(useCartItems(), cartTypeOf(kind))
  return page?.items ?? inCart
}
