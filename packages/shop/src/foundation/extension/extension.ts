import type { Endpoint, EndpointPart, HttpMethod, InputOf, OutputOf } from '@kushi/contract/endpoint'
import type { Tx } from '@kushi/db/connect'
import type { CalendarDate } from '@kushi/values/calendar-date'
import type { WebhookEvent } from '@kushi/values/webhook'
import type { Yen } from '@kushi/values/yen'
import type { SQL } from 'drizzle-orm'
import type { Clock, Context } from '../../context.ts'

/** An extension of the shop that needs no change of its code; see docs/extensions.md. */
export interface Extension {
  /** Used in its rows and in the log: lower-case letters and hyphens. */
  name: string
  /** The name that operators see above its settings. Absent: `name`. */
  title?: string
  /** The shops that it applies to; absent: all. */
  shops?: readonly number[]
  /** Its own tables: a folder of migrations that drizzle-kit generated from its schema; see docs/extensions.md. */
  migrations?: string
  /** Called before something is done. A sentence in Japanese refuses it; null allows it. Must not change anything. */
  before?: {
    readonly [P in BeforeHookPoint]?: (asked: BeforeHookInputs[P], look: BeforeHookContext) => Promise<string | null>
  }
  /** Called after an event. Its writes through `tx` are saved exactly once. If it throws, it is retried. */
  after?: { readonly [E in WebhookEvent]?: (tx: Tx, happened: ExtensionEvent) => Promise<void> }
  /** The settings of each shop, by name. An operator with `setting.write` changes them on 「拡張機能」 of the settings. */
  settings?: Readonly<Record<string, ExtensionSetting>>
  /** Run by a schedule for each of its shops, one process at a time. One that fails is logged, and runs next time. */
  jobs?: Readonly<Record<string, ExtensionJob>>
  /** Calls of customers, below `/v1/extension/<name>`: `GET /stamps`. Made by `extensionCall`. */
  calls?: Readonly<Record<`${HttpMethod} /${string}`, ExtensionCall>>
}

export type SettingValue = string | number | boolean
export interface ExtensionSetting {
  /** In the words of the operators. */
  label: string
  /** Shown under the field. */
  hint?: string
  /** The value until the shop sets another one of the same type; a number is a whole one. */
  default: SettingValue
  /** For a text with fixed choices: each value with its name for operators. */
  choices?: Readonly<Record<string, string>>
  /** For a number: the unit shown after it, the smallest and the largest value. */
  unit?: string
  min?: number
  max?: number
}
export type SettingValues = Readonly<Record<string, SettingValue>>

/** The context of a job or a call of an extension. */
export interface ExtensionContext extends Pick<Context, 'db' | 'clock' | 'shop_id' | 'log'> {
  settings: SettingValues
  /** The path of a folder for its files of this shop, on this machine. */
  folder(): Promise<string>
}

export interface ExtensionJob {
  /** In Japan time: `23 4 * * *`. */
  cron: string
  run(work: ExtensionContext): Promise<void>
}

export interface ExtensionCall {
  endpoint: Endpoint
  run(work: ExtensionCallContext, input: never): Promise<unknown>
}
/** `customer_id`: never null where the endpoint says `auth: 'member'`. */
export type ExtensionCallContext = ExtensionContext & Pick<Context, 'customer_id'>

/** Checks that a call does what its endpoint says. */
export const extensionCall = <const E extends Endpoint>(
  endpoint: E,
  run: (
    work: E['auth'] extends 'member' ? ExtensionCallContext & { customer_id: number } : ExtensionCallContext,
    input: ObjectOf<E, 'params'> & ObjectOf<E, 'query'> & ObjectOf<E, 'body'>,
  ) => Promise<InputOf<E['response']>>,
): ExtensionCall => ({ endpoint, run: run as ExtensionCall['run'] })

type ObjectOf<E, P extends string> =
  OutputOf<EndpointPart<E, P>> extends infer T ? (T extends object ? T : unknown) : never

/**
 * The input of each point where `before` is called. None of the points can keep a member from pausing, cancelling or
 * leaving.
 */
export interface BeforeHookInputs {
  /** An order, on its confirmation screen and when it is placed; never again for an order that is already placed. */
  order: ProposedOrder
}
export type BeforeHookPoint = keyof BeforeHookInputs

export interface ProposedOrder {
  /** null: not logged in yet. */
  customer_id: number | null
  is_subscription: boolean
  items: readonly { product_sku_id: number; product_code: string; quantity: number; price: Yen }[]
  payment_method_id: number | null
  /** `postal_code` has seven digits; `pref_id` is 1 to 47. */
  postal_code: string
  pref_id: number
  first_delivery_date: CalendarDate
  payment_total: Yen
}

/** The context of a `before` hook, which can only read. */
export interface BeforeHookContext extends Pick<Context, 'shop_id' | 'log'> {
  clock: Clock
  /** Reads rows; the database rejects writes. */
  rows<R extends Record<string, unknown>>(query: SQL): Promise<R[]>
}

/** The event that `after` receives: the ids and numbers of the webhook (docs/webhooks.md), and the shop. */
export interface ExtensionEvent extends Pick<Context, 'shop_id' | 'log'> {
  settings: SettingValues
  /** The same for every attempt. */
  id: number
  event: WebhookEvent
  data: Readonly<Record<string, string | number | null>>
  at: Date
}
