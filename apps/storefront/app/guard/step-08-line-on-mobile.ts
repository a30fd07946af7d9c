import { pathWithQuery } from '../navigate.ts'
import type { GuardStep } from './context.ts'

/**
 * 8. On a phone with LINE configured, logs a guest in through LINE and returns to the same page. The page is shown
 * first and states the reason before the login starts. A visitor who declined or logged out is not asked again in this
 * tab. A shop may limit this to the checkout.
 */
export const lineOnMobile: GuardStep = (to, deps) => {
  if (!deps.line.isConfigured() || deps.customer() || deps.line.isLoggedIn() || !deps.isMobile()) return
  if (deps.config()?.line_login_timing === 'checkout' && !to.route?.checkout) return
  if (deps.line.mayAsk()) deps.announceLine(pathWithQuery(to))
  return undefined
}
