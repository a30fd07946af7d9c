import type { GuardStep } from './context.ts'

const screens = ['/periodic-purchase', '/normal-purchase']

/** 6. Purchase with registration goes on where it was left. It needs a buyer: a member, or a guest who began to register. */
export const restorePurchase: GuardStep = (to, deps) => {
  if (!screens.includes(to.pathname)) return
  return deps.restorePurchase() || deps.customer() ? undefined : '/login'
}
