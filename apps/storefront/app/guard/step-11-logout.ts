import type { GuardStep } from './context.ts'

/** 11. Logout clears auth, cart, registered customer and all that was saved, then shows the login screen. */
export const logOut: GuardStep = async (to, deps) => {
  if (!deps.isLeaving()) return
  await deps.logOut()
  return to.pathname === '/login' ? undefined : '/login'
}
