import { nextPath } from '../navigate.ts'
import { cartItems } from './cart.ts'
import { type CartEntry, itemsOfType } from './cart-items.ts'
import { kindOfPath, type PurchaseKind, purchaseKinds, purchasePath } from './purchase-kind.ts'

/** In the query of a page that was reached from the login screen's LINE button. */
export const FROM_LOGIN_PAGE = 'loginFromLoginPage'

const purchase = /^\/(normal|periodic)-purchase(\/confirm)?(\?|$)/

/** Where a member goes after login: where they were going, as a member from now on. */
export function afterLogin(next: string | null): string {
  const path = nextPath(next, '/mypage')
  const match = purchase.exec(path)
  return match ? purchasePath(kindOfPath(path), match[2] ? 'confirm' : '', true) : path
}

/** Which purchase a newcomer is on the way to: the one named by `next`, else the one that has something in its cart. */
export function purchaseOfGuest(next: string | null, items: readonly CartEntry[] = cartItems()): PurchaseKind | null {
  if (next && purchase.test(next)) return kindOfPath(next)
  if (items.length === 0) return null
  return purchaseKinds[itemsOfType(items, 0).length > 0 ? 0 : 1]
}
