import { forgetOrdered } from './cart-actions.ts'
import { type OrderKey, readOrderKey } from './order-key.ts'
import { keepPagePurchase, pagePurchase } from './page-purchase.ts'
import { cartTypeOf, type PurchaseKind } from './purchase-kind.ts'
import { browserStorage, readJson, tabStorage, writeJson } from './storage.ts'

const THANKS = 'kushi.page.thanks'

/** Forgets the goods of the order, which were in the cart or on a page. */
export function forgetPurchase(kind: PurchaseKind, { page, order_no }: OrderKey): void {
  if (!page) {
    forgetOrdered(cartTypeOf(kind))
    return
  }
  if (pagePurchase(kind)?.path === page.path) keepPagePurchase(kind, null)
  writeJson(tabStorage(), THANKS, { order_no, thanks: page.thanks })
}

/** The words of the page on which the order began, also when the completion page is loaded again; '': none. */
export function pageThanks(kind: PurchaseKind, order_no: string): string {
  const key = readOrderKey(browserStorage(), kind)
  if (key?.order_no === order_no) return key.page?.thanks ?? ''
  const kept = readJson(tabStorage(), THANKS) as { order_no: string; thanks: string } | null
  return kept?.order_no === order_no ? kept.thanks : ''
}
