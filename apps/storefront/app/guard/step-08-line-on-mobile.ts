import type { GuardStep } from './context.ts'
import { pathWithQuery } from './step-07-members-only.ts'

/** 8. On a phone with LINE configured, a guest is logged in through LINE, and comes back to the same place. */
export const lineOnMobile: GuardStep = (to, deps) => {
  if (!deps.line.isConfigured() || deps.customer() || deps.line.isLoggedIn() || !deps.isMobile()) return
  deps.line.login(pathWithQuery(to))
  return undefined
}
