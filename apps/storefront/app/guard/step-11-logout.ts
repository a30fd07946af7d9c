import type { GuardStep } from './context.ts'

/**
 * 11. Logout clears the session, the cart, the registered customer and all saved input, then shows the login screen.
 */
export const logOut: GuardStep = async (to, deps) => {
  if (!deps.isLeaving()) return
  await deps.logOut()
  return to.pathname === '/login' ? undefined : '/login'
}
