import type { GuardStep } from './context.ts'

/**
 * 2. Master data and カゴ落ち設定, on the first navigation: when the page is idle, or at once for a route that needs them.
 * Shop and delivery facts came with the page. Each is loaded by itself, and a failure does not stop the navigation.
 */
export const loadMasterData: GuardStep = (to, deps) => {
  const isNeeded = to.route?.access === 'member' || to.route?.checkout !== undefined
  deps.prefetchMasterData(isNeeded ? 'now' : 'idle')
  return undefined
}
