import type { NavigateOptions } from 'react-router'

type Navigate = (to: string, options?: NavigateOptions) => unknown
let navigate: Navigate | null = null

/** The shell passes the router's `navigate` here, for code outside of components. */
export const provideNavigate = (navigateFunction: Navigate) => {
  navigate = navigateFunction
}

let target: string | null = null

/** The guard sets the target when a navigation starts; the shell sets null when it ends. */
export const setNavigationTarget = (path: string | null) => {
  target = path
}

/** The path to return to after login, without the base: where a navigation leads to, otherwise the current screen. */
export const wantedPath = (): string => target ?? `${location.pathname.slice('/sh'.length)}${location.search}`

/** Navigates to a path without the base, from outside of components. */
export function goTo(to: string, options?: NavigateOptions): void {
  if (navigate) void navigate(to, options)
  else location.assign(`/sh${to}`)
}

/** Path of the login screen, which returns to `path` afterwards. */
export const loginPath = (path: string) =>
  path === '/' || path.startsWith('/login') ? '/login' : `/login?${new URLSearchParams({ next: path })}`

/** Path of the screen that asks the visitor to become a friend on LINE, and returns to `path`. */
export const subscribePath = (path: string) => `/line-subscribe?${new URLSearchParams({ next: path })}`

export const pathWithQuery = (to: { pathname: string; query: URLSearchParams }) =>
  to.query.size ? `${to.pathname}?${to.query}` : to.pathname

/** Where to go after login: only a path of this shop, never another site (open redirect). */
export const nextPath = (next: string | null, fallback = '/') => (next && /^\/(?![/\\])/.test(next) ? next : fallback)
