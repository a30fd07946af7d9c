import type { GuardStep } from './context.ts'

/** 4. Who is here, and their cart. Asked once; a sync that failed is tried again on the next navigation. */
export const loadUserAndCart: GuardStep = async (_to, deps) => {
  const isFirst = deps.customer() === undefined
  if (isFirst) await deps.loadUser()
  if (deps.customer() && (isFirst || deps.hasUnsynced())) await deps.syncCart().catch(() => {})
  return undefined
}
