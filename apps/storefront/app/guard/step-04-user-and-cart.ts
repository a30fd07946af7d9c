import { ApiError } from '@kushi/contract/client'
import { loginPath, pathWithQuery } from '../navigate.ts'
import type { GuardDeps, GuardStep, Navigation } from './context.ts'

/**
 * 4. Who is here, and their cart. Asked once; a sync that failed is tried again on the next navigation. Where the server no
 * longer knows the session, it ends here too.
 */
export const loadUserAndCart: GuardStep = async (to, deps) => {
  const isFirst = deps.customer() === undefined
  if (isFirst) await deps.loadUser()
  return deps.customer() && (isFirst || deps.hasUnsynced()) ? takeCart(to, deps) : undefined
}

/** The member's cart. A failure stops nothing, but for a session that is over. */
export async function takeCart(to: Navigation, deps: GuardDeps): Promise<string | undefined> {
  try {
    await deps.syncCart()
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) return undefined
    deps.forgetUser()
    return loginPath(pathWithQuery(to))
  }
  return undefined
}
