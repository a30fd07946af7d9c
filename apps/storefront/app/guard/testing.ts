import type { EnvironmentConfig } from '@kushi/contract/common'
import type { Customer } from '@kushi/contract/customer'
import { type LinePort, noLine } from '../line/line-port.ts'
import { routeOfPattern } from '../route-table.ts'
import type { GuardDeps, Navigation } from './context.ts'

/** A navigation for tests; the pattern is the path where that has no parameter. */
export const to = (path: string, pattern?: string): Navigation => {
  const { pathname, searchParams } = new URL(path, 'http://shop.test')
  return { pathname, query: searchParams, route: routeOfPattern(pattern ?? pathname) }
}

export const member = { id: 1, name01: '山口' } as Customer
export const config = (more: Partial<EnvironmentConfig> = {}) => more as EnvironmentConfig

/** Means that do nothing and know a guest with an empty cart; `calls` tells what was done with them. */
export function fakeDeps(own: Partial<GuardDeps> = {}): GuardDeps & { calls: string[] } {
  const calls: string[] = []
  const does = (name: string) => async () => void calls.push(name)
  return {
    calls,
    config: () => null,
    loadConfig: does('loadConfig'),
    prefetchMasterData: () => void calls.push('prefetchMasterData'),
    startAnalytics: (id) => void calls.push(`startAnalytics ${id}`),
    line: noLine,
    announceLine: (path) => void calls.push(`announce ${path}`),
    isMobile: () => false,
    customer: () => null,
    loadUser: does('loadUser'),
    forgetUser: () => void calls.push('forgetUser'),
    hasUnsynced: () => false,
    syncCart: does('syncCart'),
    countItems: () => 0,
    tellEmptyCart: () => void calls.push('tellEmptyCart'),
    isOrderOpen: () => false,
    restorePurchase: () => false,
    isLeaving: () => false,
    logOut: does('logOut'),
    ...own,
  }
}

/** LINE as it is once it is connected; `calls` tells what was done with it. */
export const fakeLine = (isLoggedIn: boolean, calls: string[] = [], own: Partial<LinePort> = {}): LinePort => ({
  ...noLine,
  isConfigured: () => true,
  load: async (id) => void calls.push(`load ${id}`),
  isLoggedIn: () => isLoggedIn,
  login: async (path) => void calls.push(`login ${path}`),
  mayAsk: () => true,
  ...own,
})
