import { pathWithQuery } from '../navigate.ts'
import type { GuardStep } from './context.ts'

/**
 * 8. On a phone with LINE configured, a guest is logged in through LINE, and comes back to the same place: the page is seen
 * first, and says why before the login starts. Who said no, or has logged out, is not asked again in this tab. A shop may
 * keep it for the checkout.
 */
export const lineOnMobile: GuardStep = (to, deps) => {
  if (!deps.line.isConfigured() || deps.customer() || deps.line.isLoggedIn() || !deps.isMobile()) return
  if (deps.config()?.line_login_timing === 'checkout' && !to.route?.checkout) return
  if (deps.line.mayAsk()) deps.announceLine(pathWithQuery(to))
  return undefined
}
