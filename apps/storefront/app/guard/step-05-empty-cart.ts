import { kindOfPath, purchasePath } from '../state/purchase-kind.ts'
import type { GuardStep } from './context.ts'

/**
 * 5. Nothing to check out: home for a member, login for a guest. It is empty too when the order was taken and its answer
 * was lost: then the confirmation finds out, and shows it.
 */
export const refuseEmptyCart: GuardStep = ({ route, pathname }, deps) => {
  if (!route?.checkout || deps.countItems(route.checkout) > 0) return
  if (!deps.customer() || !deps.isOrderOpen(route.checkout)) {
    deps.tellEmptyCart()
    return deps.customer() ? '/' : '/login'
  }
  return pathname.endsWith('/confirm') ? undefined : purchasePath(kindOfPath(pathname), 'confirm', true)
}
