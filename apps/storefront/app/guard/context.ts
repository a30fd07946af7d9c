import type { EnvironmentConfig } from '@kushi/contract/common'
import type { Customer } from '@kushi/contract/customer'
import type { LinePort } from '../line/line-port.ts'
import type { AppRoute } from '../route-table.ts'

/** What the steps may ask and do. Loaders keep what they loaded: to call them again costs nothing. */
export interface GuardDeps {
  config: () => EnvironmentConfig | null
  loadConfig: () => Promise<void>
  prefetchMasterData: () => void
  startAnalytics: (tagManagerId: string) => void
  line: LinePort
  /** Says on the page why LINE's login starts, and starts it; it comes back to `path`. */
  announceLine: (path: string) => void
  isMobile: () => boolean
  /** undefined: not asked yet. */
  customer: () => Customer | null | undefined
  /** Asks the server who is here. */
  loadUser: () => Promise<void>
  /** Ends a session that the server no longer knows. */
  forgetUser: () => void
  /** Items that only this device knows of. */
  hasUnsynced: () => boolean
  syncCart: () => Promise<void>
  countItems: (type: 'normal' | 'subscription') => number
  /** カートに商品が入っていません。 */
  tellEmptyCart: () => void
  /** An order was sent, and it is not known whether it was taken. */
  isOrderOpen: (type: 'normal' | 'subscription') => boolean
  /** Brings back customer and shipping fee; false without a customer. */
  restorePurchase: () => boolean
  isLeaving: () => boolean
  logOut: () => Promise<void>
}

/** One navigation on its way. */
export interface Navigation {
  /** Below the base, without the query. */
  pathname: string
  query: URLSearchParams
  route: AppRoute | undefined
}

/** Lets the navigation go on, or names the path to go to instead. */
export type GuardStep = (to: Navigation, deps: GuardDeps) => Promise<string | undefined> | string | undefined
