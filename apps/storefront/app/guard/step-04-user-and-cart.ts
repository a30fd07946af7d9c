import { ApiError } from '@kushi/contract/client'
import { loginPath, pathWithQuery } from '../navigate.ts'
import type { GuardDeps, GuardStep, Navigation } from './context.ts'

/**
 * 4. Loads the member, once or again while the server may still know them, and the member's cart. A failed sync is retried on the next navigation. If the server no
 * longer knows the session, it also ends in the browser.
 */
export const loadUserAndCart: GuardStep = async (to, deps) => {
  // After a failure that was not a 401 the server's own session gives the token back.
  const isFirst = deps.customer() === undefined || deps.mayRegain()
  const hadSession = deps.hasSession()
  if (isFirst) await deps.loadUser()
  // The cart was the member's, so without the session there is nothing to show here.
  if (hadSession && !deps.customer() && !deps.hasSession() && to.route?.path === '/cart')
    return loginPath(pathWithQuery(to))
  return deps.customer() && (isFirst || deps.hasUnsynced()) ? takeCart(to, deps) : undefined
}

/** Loads the member's cart. A failure does not stop the navigation, except a 401: it leads to the login screen. */
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
