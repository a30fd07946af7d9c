import { z } from 'zod'
import type { Schema } from '../endpoint.ts'
import { oneOf } from '../one-of.ts'
import { markPersonalData } from '../personal.ts'

/**
 * 一覧: a list is declared once. From the declaration come the query of its call, the conditions in SQL, the filter
 * fields and the URL of the screen. So every filter on screen has an effect.
 */
export type ListFilter =
  /** One or several values. `options` null: the server supplies them (categories, operators). */
  | { kind: 'select'; label: string; options: Readonly<Record<string, string>> | null }
  | { kind: 'flag'; label: string }
  /** Calendar dates in Japan, both ends included. */
  | { kind: 'date'; label: string }
  /** Whole numbers, both ends included; `unit` is shown after the field (円, 個, g). */
  | { kind: 'number'; label: string; unit: string }
  | { kind: 'text'; label: string }

export interface List {
  /** The path below /admin/. It is also the key of saved views and table settings. */
  readonly name: string
  readonly filters: Readonly<Record<string, ListFilter>>
  /** The sort keys of the list; each has an index `(shop_id, …, id)`. */
  readonly sorts: Readonly<Record<string, string>>
  /** `-created_at`: the newest first. */
  readonly sort: string
  /** Shown above the list, beside 「すべて」 and the saved views. */
  readonly views?: readonly { readonly view_name: string; readonly query: string }[]
  /** The fields that the search box searches, as its placeholder text; null: no search box. */
  readonly search: string | null
  /** The search for operators who see personal data masked. Absent: they can't search. */
  readonly search_masked?: string
}

const whole = z.coerce.number<number | string>().int().min(0).max(2_147_483_647).optional()
const day = z.iso.date().optional()
/** A query key that occurs once, several times, or not at all. */
const several = (item: z.ZodType) =>
  z.preprocess((v) => (v === undefined ? [] : Array.isArray(v) ? v : [v]), z.array(item).max(100))

/** The query for a page of at most 100 rows. `after` and `before` take the `next` and `previous` of a response. */
export const listQuery = (list: List) =>
  z
    .object({
      ...selectionShape(list),
      after: z.string().max(400).optional(),
      before: z.string().max(400).optional(),
      per_page: z.coerce.number<number | string>().int().min(1).max(100).default(50),
    })
    .meta({ list }) as unknown as z.ZodType<ListQuery, Partial<Record<string, unknown>>>

/** Search, filters and order without a page: every row that the list shows, for an export or a bulk job. */
export const listSelection = (list: List) =>
  z.object(selectionShape(list)) as unknown as z.ZodType<ListSelection, Partial<Record<string, unknown>>>

function selectionShape(list: List): Record<string, z.ZodType> {
  const shape: Record<string, z.ZodType> = {
    // Numbers and addresses are also typed in full width. It may be a person's name.
    ...(list.search !== null && { q: markPersonalData('text', z.string().max(100).transform(toHalfWidth).optional()) }),
    sort: z.enum(Object.keys(list.sorts).flatMap((one) => [one, `-${one}`])).default(list.sort),
  }
  for (const [name, filter] of Object.entries(list.filters)) {
    const { label } = filter
    if (filter.kind === 'select')
      shape[name] = several(filter.options ? oneOf(filter.options) : z.string().max(64)).meta({ label })
    if (filter.kind === 'flag') shape[name] = oneOf({ true: 'はい', false: 'いいえ' }).optional().meta({ label })
    if (filter.kind === 'text') shape[name] = z.string().trim().max(100).optional().meta({ label })
    if (filter.kind === 'date' || filter.kind === 'number') {
      const bound = filter.kind === 'date' ? day : whole
      shape[`${name}_from`] = bound.meta({ label: `${label}(から)` })
      shape[`${name}_to`] = bound.meta({ label: `${label}(まで)` })
    }
  }
  return shape
}
export type ListSelection = { q?: string; sort: string } & Record<string, unknown>
export type ListQuery = ListSelection & { after?: string; before?: string; per_page: number }

const toHalfWidth = (text: string) =>
  text
    .replace(/[！-～]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/[　\s]+/g, ' ')
    .trim()

/**
 * Rows of a list are counted exactly up to this number. Above it the screen shows 「1万件以上」, which saves the cost of
 * counting.
 */
export const MAX_COUNTED_ROWS = 10_000

/**
 * Rows with the cursors of the next and the previous page. `total` is counted up to `COUNTED`; `is_more`: there are
 * more than that; `is_bare`: the list is empty even without search and filters.
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
