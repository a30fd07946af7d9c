import { kindOfPath, purchasePath } from '../state/purchase-kind.ts'
import type { GuardStep } from './context.ts'

/**
 * 5. Empty cart at the checkout: a member goes to the home page, a guest to the login screen. The cart is also empty
 * after an order whose response was lost: then the confirmation screen finds and shows that order.
 */
export const refuseEmptyCart: GuardStep = ({ route, pathname }, deps) => {
  if (!route?.checkout || deps.countItems(route.checkout) > 0) return
  if (!deps.customer() || !deps.isOrderOpen(route.checkout)) {
    deps.notifyEmptyCart()
    return deps.customer() ? '/' : '/login'
  }
  return pathname.endsWith('/confirm') ? undefined : purchasePath(kindOfPath(pathname), 'confirm', true)
}
