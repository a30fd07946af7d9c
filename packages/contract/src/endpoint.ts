import { z } from 'zod'

/**
 * A schema seen from outside. Structural on purpose: constrained by `z.ZodType` the type check of the whole
 * contract takes forty times as long.
 */
export type Schema = { readonly _zod: { readonly input: unknown; readonly output: unknown } }

/** One call: what goes in, what comes out, who may make it, and the failures a customer can cause. */
export interface Endpoint {
  readonly summary: string
  /** `member`: 401 without a valid token. `optional`: a member is recognised, a guest is served too. */
  readonly auth: 'none' | 'optional' | 'member'
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: Schema
  readonly response: Schema
  /** The answer is a download of this type and no JSON; `response` is then FileAnswer. */
  readonly file?: string
  /** Names of `meta.error` beyond ERROR_VALIDATION and ERROR_UNAUTHORIZED. */
  readonly errors?: readonly string[]
}

export type In<S> = S extends Schema ? S['_zod']['input'] : undefined
export type Out<S> = S extends Schema ? S['_zod']['output'] : undefined
export type Part<E, P extends string> = P extends keyof E ? E[P] : undefined

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Endpoints = Record<`${Method} /${string}`, Endpoint>

/** An id in a path or query. */
export const id = z.coerce.number<number | string>().int().positive().max(2_147_483_647)
/** true/false (also 1/0) in a query. */
export const flag = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0'])])
  .transform((v) => v === true || v === 'true' || v === '1')
/** Yen, whole. */
export const yen = z.int()
/** A calendar date in Japan, `2026-12-03`. */
export const calendarDate = z.iso.date()
/** Seven digits without a hyphen. */
export const postalCode = z.string().regex(/^\d{7}$/)
/** Made by the client; the same key is the same request. */
export const idempotencyKey = z
  .string()
  .min(16)
  .max(64)
  .regex(/^[\w-]+$/)

/** A key that stands once or several times in a query, at least once. */
export const repeated = <T extends z.ZodType>(item: T) =>
  z.preprocess((v) => (v === undefined ? [] : Array.isArray(v) ? v : [v]), z.array(item).min(1).max(100))

/** A page of a list. */
export const pageOf = <T extends Schema & z.ZodType>(item: T) =>
  z.object({ items: z.array(item), total: z.int(), page: z.int(), per_page: z.int() })
/** A list that is short enough to come whole. */
export const listOf = <T extends Schema & z.ZodType>(item: T) => z.object({ items: z.array(item) })
export const pageQuery = {
  page: z.coerce.number<number | string>().int().min(1).max(10_000).default(1),
  per_page: z.coerce.number<number | string>().int().min(1).max(100).default(20),
}
