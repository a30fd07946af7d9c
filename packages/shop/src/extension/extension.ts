import type { Tx } from '@kushi/db/connect'
import type { CalendarDate } from '@kushi/values/calendar-date'
import type { WebhookEvent } from '@kushi/values/webhook'
import type { Yen } from '@kushi/values/yen'
import type { SQL } from 'drizzle-orm'
import type { Clock, Context } from '../context.ts'

/** What somebody builds on the shop without changing it; docs/extensions.md. */
export interface Extension {
  /** In its rows and in the log: small letters and hyphens. */
  name: string
  /** The shops that it is for; left out: all. */
  shops?: readonly number[]
  /** Its own tables: a folder that drizzle-kit made, for which it alone is asked. */
  migrations?: string
  /** Asked before something is done. A sentence in Japanese refuses it; null lets it go on. Changes nothing. */
  before?: { readonly [P in BeforePoint]?: (asked: BeforePoints[P], look: Look) => Promise<string | null> }
  /** Told after something was done, once for what it writes by `tx`. What it throws is tried again. */
  after?: { readonly [E in WebhookEvent]?: (tx: Tx, happened: Happened) => Promise<void> }
}

/** Where `before` is asked. Nothing here can keep a member from pausing, cancelling or leaving. */
export interface BeforePoints {
  /** An order, on its confirmation screen and when it is placed: never again for one that is placed already. */
  order: OrderAsked
}
export type BeforePoint = keyof BeforePoints

export interface OrderAsked {
  /** null: nobody has logged in yet. */
  customer_id: number | null
  is_subscription: boolean
  items: readonly { product_sku_id: number; product_code: string; quantity: number; price: Yen }[]
  payment_method_id: number | null
  /** Seven digits, and 1 to 47. */
  postal_code: string
  pref_id: number
  first_delivery_date: CalendarDate
  payment_total: Yen
}

/** What `before` may look at. */
export interface Look extends Pick<Context, 'shop_id' | 'log'> {
  clock: Clock
  /** Reads rows; what would write is refused by the database. */
  rows<R extends Record<string, unknown>>(query: SQL): Promise<R[]>
}

/** What `after` is told: numbers, as webhooks are (docs/webhooks.md), and of which shop. */
export interface Happened extends Pick<Context, 'shop_id' | 'log'> {
  /** The same at each attempt. */
  id: number
  event: WebhookEvent
  data: Readonly<Record<string, string | number | null>>
  at: Date
}
