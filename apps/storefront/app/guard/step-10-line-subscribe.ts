import type { GuardStep } from './context.ts'
import { pathWithQuery } from './step-07-members-only.ts'

/** 10. The one route that, on a phone, starts LINE login by itself. */
export const lineSubscribe: GuardStep = (to, deps) => {
  if (to.pathname !== '/line-subscribe' || !deps.isMobile()) return
  if (deps.line.isConfigured() && !deps.line.isLoggedIn()) deps.line.login(pathWithQuery(to))
  return undefined
}
