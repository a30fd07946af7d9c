import type { EnvironmentConfig } from '@kushi/contract/common'
import type { Customer } from '@kushi/contract/customer'
import type { LinePort } from '../line/line-port.ts'
import type { AppRoute } from '../route-table.ts'

/** The dependencies of the steps. Loaders keep their results, so that calling them again costs nothing. */
export interface GuardDeps {
  config: () => EnvironmentConfig | null
  loadConfig: () => Promise<void>
  prefetchMasterData: (when: 'now' | 'idle') => void
  startAnalytics: (tagManagerId: string) => void
  line: LinePort
  /** Shows on the page why LINE's login starts, and then starts it. The login returns to `path`. */
  announceLine: (path: string) => void
  isMobile: () => boolean
  /** undefined: not loaded yet. */
  customer: () => Customer | null | undefined
  /** Loads the logged-in member from the server. */
  /** This browser has a token, or the server may still have its session. */
  hasSession: () => boolean
  /** The member is unknown here, but the server may still have their session. */
  mayRegain: () => boolean
  loadUser: () => Promise<void>
  /** Ends the session in the browser after the server has rejected it. */
  forgetUser: () => void
  /** The cart has items that only this device knows. */
  hasUnsynced: () => boolean
  syncCart: () => Promise<void>
  countItems: (type: 'normal' | 'subscription') => number
  /** カートに商品が入っていません。 */
  notifyEmptyCart: () => void
  /** An order was sent, but its response was lost. */
  isOrderOpen: (type: 'normal' | 'subscription') => boolean
  /** Restores the registered customer and the shipping fee from storage; false without a customer. */
  restorePurchase: () => boolean
  isLeaving: () => boolean
  logOut: () => Promise<void>
}

/** A navigation in progress. */
export interface Navigation {
  /** Path below the base, without the query. */
  pathname: string
  query: URLSearchParams
  route: AppRoute | undefined
}

/** Lets the navigation continue, or returns the path to go to instead. */
export type GuardStep = (to: Navigation, deps: GuardDeps) => Promise<string | undefined> | string | undefined
