import type { GuardStep } from './context.ts'

/**
 * 2. Master data and カゴ落ち設定. Shop and delivery facts came with the page. Lists are prefetched in the background; a
 * failure does not stop the navigation.
 */
export const loadMasterData: GuardStep = (to, deps) => {
  if (to.route?.access === 'member' || to.route?.checkout) deps.prefetchMasterData()
  return undefined
}
