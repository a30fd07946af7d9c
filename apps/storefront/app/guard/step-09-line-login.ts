import type { GuardStep } from './context.ts'

/** 9. The LINE login route: home without LINE, else its login. */
export const lineLogin: GuardStep = (to, deps) => {
  if (to.pathname !== '/line-login') return
  if (!deps.line.isConfigured()) return '/'
  if (!deps.line.isLoggedIn()) deps.line.login(to.query.get('next') ?? '/mypage')
  return undefined
}
