import { z } from 'zod'
import type { Schema } from '../endpoint.ts'

/**
 * 一覧: a list is declared once. From the declaration come the query of its call, the conditions in SQL, the filter fields
 * and what stands in the address of the screen, so that no filter is offered that has no effect.
 */
export type Filter =
  /** One of several values, several at once. `options` null: the server tells them (categories, operators). */
  | { kind: 'select'; label: string; options: Readonly<Record<string, string>> | null }
  | { kind: 'flag'; label: string }
  /** Calendar dates in Japan, both ends included. */
  | { kind: 'date'; label: string }
  /** Whole numbers, both ends included; `unit` is shown behind (円, 個, g). */
  | { kind: 'number'; label: string; unit: string }
  | { kind: 'text'; label: string }

export interface List {
  /** Names saved views and table settings; the path below /admin/. */
  readonly name: string
  readonly filters: Readonly<Record<string, Filter>>
  /** What the list can be sorted by; each has an index `(shop_id, …, id)`. */
  readonly sorts: Readonly<Record<string, string>>
  /** `-created_at`: the newest first. */
  readonly sort: string
  /** Shown above it beside 「すべて」 and the saved views. */
  readonly views?: readonly { readonly view_name: string; readonly query: string }[]
  /** What the search box looks through, in words for the box itself; null: there is none. */
  readonly search: string | null
  /** The same for who sees personal data masked; left out: it finds nobody. */
  readonly search_masked?: string
}

const whole = z.coerce.number<number | string>().int().min(0).max(2_147_483_647).optional()
const day = z.iso.date().optional()
/** A key that stands once, several times, or not at all. */
const several = (item: z.ZodType) =>
  z.preprocess((v) => (v === undefined ? [] : Array.isArray(v) ? v : [v]), z.array(item).max(100))

/** A page of at most 100 rows. `after` and `before` are what an answer gave as `next` and `previous`. */
export function listQuery(list: List) {
  const shape: Record<string, z.ZodType> = {
    q: z.string().trim().max(100).optional(),
    sort: z.enum(Object.keys(list.sorts).flatMap((one) => [one, `-${one}`])).default(list.sort),
    after: z.string().max(400).optional(),
    before: z.string().max(400).optional(),
    per_page: z.coerce.number<number | string>().int().min(1).max(100).default(50),
  }
  for (const [name, filter] of Object.entries(list.filters)) {
    if (filter.kind === 'select')
      shape[name] = several(filter.options ? z.enum(Object.keys(filter.options)) : z.string().max(64))
    if (filter.kind === 'flag') shape[name] = z.enum(['true', 'false']).optional()
    if (filter.kind === 'text') shape[name] = z.string().trim().max(100).optional()
    if (filter.kind === 'date' || filter.kind === 'number') {
      shape[`${name}_from`] = filter.kind === 'date' ? day : whole
      shape[`${name}_to`] = filter.kind === 'date' ? day : whole
    }
  }
  return z.object(shape) as unknown as z.ZodType<ListQuery, Partial<Record<string, unknown>>>
}
export type ListQuery = {
  q?: string
  sort: string
  after?: string
  before?: string
  per_page: number
} & Record<string, unknown>

/** Counted exactly to here; beyond, 「1万件以上」 answers the question as well and costs nothing. */
export const COUNTED = 10_000

/**
 * Rows with the way to the pages beside them. `total` counts to `COUNTED`; `is_more`: there are more than that; `is_bare`: there would be
 * none without search and filters either.
 */
export const listPage = <T extends Schema & z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    total: z.int(),
    is_more: z.boolean(),
    is_bare: z.boolean(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
  })
