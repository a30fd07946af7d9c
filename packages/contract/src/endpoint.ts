import { z } from 'zod'
import type { ErrorCode } from './error-status.ts'

/**
 * The input and output types of a schema. A structural type on purpose: with the constraint `z.ZodType`, the type check
 * of the whole contract takes forty times as long.
 */
export type Schema = { readonly _zod: { readonly input: unknown; readonly output: unknown } }

/** One call: its input, its output, who may make it, and the errors that a customer can cause. */
export interface Endpoint {
  readonly summary: string
  /** `member`: 401 without a valid token. `optional`: a member is recognised, a guest is served too. */
  readonly auth: 'none' | 'optional' | 'member'
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: Schema
  readonly response: Schema
  /** The call that reads what this PUT replaces, where it is not the GET of the same path. */
  readonly replaces?: string
  /** The response is a download of this media type instead of JSON; `response` is then FileAnswer. */
  readonly file?: string
  /**
   * 代理ログイン: what an operator may do as a member. `asks`: changes nothing; `does`: allowed, and recorded in the audit
   * log; `refused`: only the member may. Absent: a GET asks, everything else is refused.
   */
  readonly acting?: 'asks' | 'does' | 'refused'
  /**
   * 臨時休業: members may make the call while a shop that was open before is closed: to read their orders, manage their
   * subscriptions, change address and card, and write to the shop. Registering and buying are not possible.
   */
  readonly while_closed?: true
  /**
   * 端末の確認: where the shop asks for it, members make the call only from a browser that they confirmed
   * (ERROR_DEVICE_NOT_CONFIRMED).
   */
  readonly confirmed_device?: true
  /** Values of `meta.error` besides ERROR_VALIDATION and ERROR_UNAUTHORIZED. */
  readonly errors?: readonly ErrorCode[]
}

/** The input type of a schema; undefined without a schema. */
export type InputOf<S> = S extends Schema ? S['_zod']['input'] : undefined
/** The output type of a schema; undefined without a schema. */
export type OutputOf<S> = S extends Schema ? S['_zod']['output'] : undefined
export type EndpointPart<E, P extends string> = P extends keyof E ? E[P] : undefined

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Endpoints = Record<`${HttpMethod} /${string}`, Endpoint>

/** An id in a path or query. */
export const idParam = z.coerce.number<number | string>().int().positive().max(2_147_483_647)
/** A boolean in a query: true or false, also 1 or 0. */
export const booleanParam = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0'])])
  .transform((v) => v === true || v === 'true' || v === '1')
/** Yen, whole. */
export const yen = z.int()
/** Pieces of an article. */
export const pieces = z.int().meta({ description: 'Pieces.' })
/** Pieces of an item in one request: 1 to 99. */
export const quantity = z.int().min(1).max(99).meta({ description: 'Pieces.' })
/** A calendar date in Japan, `2026-12-03`, from year 1 to year 9998. */
export const isoDate = z.iso.date().refine((date) => date >= '0001-01-01' && date < '9999-01-01')
/** The name of a page in its address: no character that the database can't compare. */
export const slugParam = z
  .string()
  .max(60)
  .regex(/^[^\0]*$/)
/** Seven digits without a hyphen. */
export const postalCode = z.string().regex(/^\d{7}$/)
/** A key that the client generates. Requests with the same key are the same request. */
export const idempotencyKey = z
  .string()
  .min(16)
  .max(64)
  .regex(/^[\w-]+$/)

/** A query parameter that occurs once or several times. */
export const repeatedParam = <T extends z.ZodType>(item: T) =>
  z.preprocess((v) => (v === undefined ? [] : Array.isArray(v) ? v : [v]), z.array(item).min(1).max(100))

/** A page of a list. */
export const pageOf = <T extends Schema & z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    total: z.int().meta({ description: 'How many there are on all pages.' }),
    page: z.int().meta({ description: 'Page, from 1.' }),
    per_page: z.int().meta({ description: 'Entries of a page, at most 100.' }),
  })
/** A short list without pages. */
export const listOf = <T extends Schema & z.ZodType>(item: T) => z.object({ items: z.array(item) })
export const pageQuery = {
  page: z.coerce.number<number | string>().int().min(1).max(10_000).default(1),
  per_page: z.coerce.number<number | string>().int().min(1).max(100).default(20),
}
