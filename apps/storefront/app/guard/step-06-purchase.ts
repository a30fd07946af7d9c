import type { GuardStep } from './context.ts'

const screens = ['/periodic-purchase', '/normal-purchase']

/** 6. Restores a purchase with registration. It needs a buyer: a member, or a guest who has started to register. */
export const restorePurchase: GuardStep = (to, deps) => {
  if (!screens.includes(to.pathname)) return
  return deps.restorePurchase() || deps.customer() ? undefined : '/login'
}
