import { pathWithQuery } from '../navigate.ts'
import type { GuardStep } from './context.ts'

/**
 * 8. On a phone with LINE configured, a guest is logged in through LINE, and comes back to the same place. Who said no
 * there, or has logged out, is not asked again in this tab.
 */
export const lineOnMobile: GuardStep = async (to, deps) => {
  if (!deps.line.isConfigured() || deps.customer() || deps.line.isLoggedIn() || !deps.isMobile()) return
  if (deps.line.mayAsk()) await deps.line.login(pathWithQuery(to))
}
