import type { EnvironmentConfig } from '@kushi/contract/common'
import type { Customer } from '@kushi/contract/customer'
import type { LinePort } from '../line/line-port.ts'
import { routeOfPattern } from '../route-table.ts'
import type { GuardDeps, Navigation } from './context.ts'

/** A navigation for tests. Without a parameter in the path, the pattern is the path itself. */
export const to = (path: string, pattern?: string): Navigation => {
  const { pathname, searchParams } = new URL(path, 'http://shop.test')
  return { pathname, query: searchParams, route: routeOfPattern(pattern ?? pathname) }
}

export const member = { id: 1, name01: '山口' } as Customer
export const config = (overrides: Partial<EnvironmentConfig> = {}) => overrides as EnvironmentConfig

/** A shop without LINE. */
const noLine: LinePort = {
  isConfigured: () => false,
  load: async () => {},
  isInClient: () => false,
  isLoggedIn: () => false,
  login: async () => {},
  logout: () => {},
  getAccessToken: () => null,
  getFriendship: async () => false,
  requestFriendship: async () => {},
  closeWindow: () => {},
  mayAsk: () => false,
  stopAutoLogin: () => {},
}

/** Dependencies that do nothing, for a guest with an empty cart. `calls` records the calls. */
export function fakeDeps(overrides: Partial<GuardDeps> = {}): GuardDeps & { calls: string[] } {
  const calls: string[] = []
  const record = (name: string) => async () => void calls.push(name)
  return {
    calls,
    config: () => null,
    loadConfig: record('loadConfig'),
    prefetchMasterData: (when) => void calls.push(`prefetchMasterData ${when}`),
    mayRegain: () => false,
    hasSession: () => false,
    startAnalytics: (id) => void calls.push(`startAnalytics ${id}`),
    line: noLine,
    announceLine: (path) => void calls.push(`announce ${path}`),
    isMobile: () => false,
    customer: () => null,
    loadUser: record('loadUser'),
    forgetUser: () => void calls.push('forgetUser'),
    hasUnsynced: () => false,
    syncCart: record('syncCart'),
    countItems: () => 0,
    notifyEmptyCart: () => void calls.push('notifyEmptyCart'),
    isOrderOpen: () => false,
    restorePurchase: () => false,
    isLeaving: () => false,
    logOut: record('logOut'),
    ...overrides,
  }
}

/** LINE after it is connected. `calls` records the calls. */
export const fakeLine = (isLoggedIn: boolean, calls: string[] = [], overrides: Partial<LinePort> = {}): LinePort => ({
  ...noLine,
  isConfigured: () => true,
  load: async (id) => void calls.push(`load ${id}`),
  isLoggedIn: () => isLoggedIn,
  login: async (path) => void calls.push(`login ${path}`),
  mayAsk: () => true,
  ...overrides,
})
