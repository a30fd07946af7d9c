import { pathWithQuery } from '../navigate.ts'
import type { GuardStep } from './context.ts'

/** 10. The only route that starts LINE's login automatically on a phone, also for members. */
export const lineSubscribe: GuardStep = async (to, deps) => {
  if (to.pathname !== '/line-subscribe' || !deps.isMobile()) return
  if (deps.line.isConfigured() && !deps.line.isLoggedIn() && deps.line.mayAsk())
    await deps.line.login(pathWithQuery(to))
}
