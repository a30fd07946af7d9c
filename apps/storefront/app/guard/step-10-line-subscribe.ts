import type { GuardStep } from './context.ts'
import { pathWithQuery } from './step-07-members-only.ts'

/** 10. The one route that, on a phone, starts LINE login by itself, for members too. */
export const lineSubscribe: GuardStep = async (to, deps) => {
  if (to.pathname !== '/line-subscribe' || !deps.isMobile()) return
  if (deps.line.isConfigured() && !deps.line.isLoggedIn() && deps.line.mayAsk())
    await deps.line.login(pathWithQuery(to))
}
