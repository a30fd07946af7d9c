import { useEffect } from 'react'
import { nextPath } from '../navigate.ts'
import { type CartEntry, itemsOfType, useCartItems } from './cart.ts'
import { endPagePurchase } from './page-purchase.ts'
import { kindOfPath, type PurchaseKind, purchaseKinds, purchasePath } from './purchase-kind.ts'

/** Query parameter of a page that was opened by the LINE button of the login screen. */
export const FROM_LOGIN_PAGE = 'loginFromLoginPage'

const purchase = /^\/(normal|periodic)-purchase(\/confirm)?(\?|$)/

/** The path after login: the wanted page, with the parameters of a member. */
export function afterLogin(next: string | null): string {
  const path = nextPath(next, '/mypage')
  const match = purchase.exec(path)
  return match ? purchasePath(kindOfPath(path), match[2] ? 'confirm' : '', true) : path
}

const isPurchase = (next: string | null) => next !== null && purchase.test(next)

/** The purchase that a new customer wants: the one in `next`, otherwise the one whose cart has items. */
export function purchaseOfGuest(next: string | null, items: readonly CartEntry[]): PurchaseKind | null {
  if (next && isPurchase(next)) return kindOfPath(next)
  if (items.length === 0) return null
  return purchaseKinds[itemsOfType(items, 0).length > 0 ? 0 : 1]
}

/** The same for a screen that leads there: without a purchase in `next` it is the cart's. */
export function usePurchaseOfGuest(next: string | null): PurchaseKind | null {
  const kind = purchaseOfGuest(next, useCartItems())
  const isOfCart = kind !== null && !isPurchase(next)
  useEffect(() => {
    if (isOfCart) endPagePurchase()
  }, [isOfCart])
  return kind
}
