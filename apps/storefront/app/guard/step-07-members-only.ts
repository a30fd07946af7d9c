import { loginPath, nextPath, pathWithQuery } from '../navigate.ts'
import { FROM_LOGIN_PAGE } from '../state/after-login.ts'
import type { GuardStep } from './context.ts'
import { takeCart } from './step-04-user-and-cart.ts'

/**
 * 7. Members only: loads the member once more, then redirects to the login screen, or to
 * LINE's login if the visitor came by its button.
 */
export const membersOnly: GuardStep = async (to, deps) => {
  if (to.route?.access !== 'member' || deps.customer()) return
  await deps.loadUser()
  if (deps.customer()) return takeCart(to, deps)
  if (deps.config()?.liff_id && to.query.has(FROM_LOGIN_PAGE)) {
    const next = nextPath(to.query.get('next'), '')
    return next ? `/line-login?${new URLSearchParams({ next })}` : '/line-login'
  }
  return loginPath(pathWithQuery(to))
}
