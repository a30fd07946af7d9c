import type { GuardStep } from './context.ts'

/**
 * 2. Master data and カゴ落ち設定. Shop and delivery facts came with the page; the lists are fetched beside, by the screens with forms,
 * and each may fail without stopping anything.
 */
export const loadMasterData: GuardStep = (to, deps) => {
  if (to.route?.access === 'member' || to.route?.checkout) deps.prefetchMasterData()
  return undefined
}
