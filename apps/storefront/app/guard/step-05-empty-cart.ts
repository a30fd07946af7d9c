import type { GuardStep } from './context.ts'

/** 5. Nothing to check out: home for a member, login for a guest. */
export const refuseEmptyCart: GuardStep = (to, deps) => {
  if (!to.route?.checkout || deps.countItems(to.route.checkout) > 0) return
  return deps.customer() ? '/' : '/login'
}
