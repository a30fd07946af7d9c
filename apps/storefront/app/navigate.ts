import type { NavigateOptions } from 'react-router'

type Navigate = (to: string, options?: NavigateOptions) => unknown
let navigate: Navigate | null = null

/** The shell lends the router's `navigate` to code outside of components. */
export const lendNavigate = (lent: Navigate) => {
  navigate = lent
}

let target: string | null = null

/** The guard says where a navigation begins to lead, the shell (null) that it has come to its end. */
export const headFor = (path: string | null) => {
  target = path
}

/**
 * Where one comes back to after a login: the screen of my page that a navigation leads to, else the one that is shown (the
 * cart, before the checkout). A path without the base.
 */
export const wantedPath = (): string =>
  target?.startsWith('/mypage') ? target : `${location.pathname.slice('/sh'.length)}${location.search}`

/** Goes to a path without the base, from outside of components. */
export function goTo(to: string, options?: NavigateOptions): void {
  if (navigate) void navigate(to, options)
  else location.assign(`/sh${to}`)
}

/** The login screen, which leads back to `path` afterwards. */
export const loginPath = (path: string) =>
  path === '/' || path.startsWith('/login') ? '/login' : `/login?${new URLSearchParams({ next: path })}`

export const pathWithQuery = (to: { pathname: string; query: URLSearchParams }) =>
  to.query.size ? `${to.pathname}?${to.query}` : to.pathname

/** Where to go after login: only a path of this shop, never a foreign address. */
export const nextPath = (next: string | null, otherwise = '/') => (next && /^\/(?![/\\])/.test(next) ? next : otherwise)
