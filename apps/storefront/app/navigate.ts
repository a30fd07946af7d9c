import type { NavigateOptions } from 'react-router'

type Navigate = (to: string, options?: NavigateOptions) => unknown
let navigate: Navigate | null = null

/** The shell lends the router's `navigate` to code outside of components. */
export const lendNavigate = (lent: Navigate) => {
  navigate = lent
}

/** Goes to a path without the base, from outside of components. */
export function goTo(to: string, options?: NavigateOptions): void {
  if (navigate) void navigate(to, options)
  else location.assign(`/sh${to}`)
}

/** The login screen, which leads back to `path` afterwards. */
export const loginPath = (path: string) =>
  path === '/' || path.startsWith('/login') ? '/login' : `/login?${new URLSearchParams({ next: path })}`

/** Where to go after login: only a path of this shop, never a foreign address. */
export const nextPath = (next: string | null, otherwise = '/') => (next && /^\/(?![/\\])/.test(next) ? next : otherwise)
