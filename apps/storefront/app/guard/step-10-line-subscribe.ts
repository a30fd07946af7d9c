import { pathWithQuery } from '../navigate.ts'
import type { GuardStep } from './context.ts'

/** 10. The one route that, on a phone, starts LINE login by itself, for members too. */
export const lineSubscribe: GuardStep = async (to, deps) => {
  if (to.pathname !== '/line-subscribe' || !deps.isMobile()) return
  if (deps.line.isConfigured() && !deps.line.isLoggedIn() && deps.line.mayAsk())
    await deps.line.login(pathWithQuery(to))
}
