import { pathWithQuery } from '../navigate.ts'
import type { GuardStep } from './context.ts'

/**
 * 9. The LINE login route: home without LINE, otherwise LINE's login. A visitor who declined finds a button instead.
 */
export const lineLogin: GuardStep = async (to, deps) => {
  if (to.pathname !== '/line-login') return
  if (!deps.line.isConfigured()) return '/'
  if (!deps.line.isLoggedIn() && deps.line.mayAsk()) await deps.line.login(pathWithQuery(to))
}
