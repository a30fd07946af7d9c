import { type List, type ListQuery, MAX_COUNTED_ROWS } from '@kushi/contract/admin/list'
import { and, asc, desc, gte, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { ShopError } from '../../../shop-error.ts'
import type { CountRows } from './count.ts'
import {
  type IndexedCondition,
  intersectConditions,
  isIndexedCondition,
  pageCondition,
  toSqlCondition,
} from './indexed-condition.ts'

type Column = AnyPgColumn
type Matched = SQL | IndexedCondition | undefined
type Match<F> = F extends { kind: 'flag' } ? (wanted: boolean) => Matched : (value: never) => Matched

/** The way in which a list of the contract is read from the database. `L`: the list's declaration. */
export interface ListSource<L extends List, Row> {
  /** The condition that always applies: the shop, and what the list is about. */
  where: SQL | undefined
  id: Column
  /** Not-null columns with an index `(shop_id, …, id)`. */
  sorts: { [K in keyof L['sorts']]: Column }
  /** The column for ranges and flags, a condition for all others; a filter without one does not compile. */
  filters: { [K in keyof L['filters']]: Column | Match<L['filters'][K]> }
  search?: (words: string) => SQL | IndexedCondition | undefined
  /** `where` contains only the shop. */
  shows_all?: true
  /** Selects the rows; has to select `sort_value` as given. */
  rows(ask: {
    where: SQL | undefined
    orderBy: SQL[]
    limit: number
    sort_value: SQL<string>
  }): Promise<(Row & { sort_value: string; id: number })[]>
  count: CountRows
}

/** Loads a page of a list, with its count. */
export const loadListPage = async <L extends List, Row>(list: L, query: ListQuery, source: ListSource<L, Row>) =>
  readPage(query, source, await listCondition(list, query, source))

/** The condition for the rows that match filters and search of a query: the same for each of its pages. */
export async function listCondition<L extends List>(list: L, query: ListQuery, source: ListConditions<L>) {
  const asked = whatIsAsked(list, query, source)
  const found_by = await Promise.all(asked.map((one) => pageCondition(source.id, one, MAX_COUNTED_ROWS)))
  const open = asked.filter(isIndexedCondition).filter(({ row }) => found_by.some(({ where }) => where === row))
  const together = open.length > 1 ? await intersectConditions(source.id, open, MAX_COUNTED_ROWS) : null
  const rest = together ? found_by.filter(({ where }) => open.every(({ row }) => where !== row)) : found_by
  // `narrowed` has already counted them when the list shows every match.
  const is_wide = source.shows_all === true && found_by.length === 1 && found_by[0]!.is_wide
  return { found_by: and(...rest.map((one) => one.where), together ?? undefined), is_wide }
}

/** Keyset paging: a page costs the same at any depth, and rows inserted meanwhile shift nothing. */
export async function readPage<L extends List, Row>(
  query: ListQuery,
  source: ListSource<L, Row>,
  { found_by, is_wide }: Awaited<ReturnType<typeof listCondition>>,
) {
  const fits = and(source.where, found_by)
  const isDown = query.sort.startsWith('-')
  const column = source.sorts[query.sort.replace(/^-/, '') as keyof L['sorts']]
  const isBack = query.before !== undefined
  const cursor = readCursor(query.before ?? query.after)
  const [rows, found] = await Promise.all([
    source.rows({
      where: and(fits, cursor && beyond(column, source.id, cursor, isDown !== isBack)),
      orderBy: [column, source.id].map((one) => (isDown !== isBack ? desc(one) : asc(one))),
      limit: query.per_page + 1,
      sort_value: sql<string>`${column}::text`,
    }),
    is_wide ? MAX_COUNTED_ROWS + 1 : source.count({ where: fits, limit: MAX_COUNTED_ROWS + 1 }),
  ])
  const hasMore = rows.length > query.per_page
  const shown = rows.slice(0, query.per_page)
  if (isBack) shown.reverse()
  const first = shown[0]
  const last = shown.at(-1)
  const isNone = found === 0 && !cursor
  const is_bare = isNone && (found_by === undefined || (await source.count({ where: source.where, limit: 1 })) === 0)
  return {
    items: shown as Row[],
    total: Math.min(found, MAX_COUNTED_ROWS),
    is_more: found > MAX_COUNTED_ROWS,
    is_bare,
    next: last && (isBack || hasMore) ? writeCursor(last) : null,
    previous: first && (isBack ? hasMore : cursor !== undefined) ? writeCursor(first) : null,
  }
}

type ListConditions<L extends List> = Pick<ListSource<L, never>, 'id' | 'filters' | 'search' | 'shows_all'>

/** The conditions of a query's filters and search, for bulk jobs, which act on exactly what the list shows. */
export const listFilterConditions = <L extends List>(
  list: L,
  query: Record<string, unknown> & { q?: string },
  source: ListConditions<L>,
): SQL[] => whatIsAsked(list, query, source).map((one) => toSqlCondition(source.id, one))

/** A filter that is not understood finds nothing: it must never widen a list, an export or a job. */
const NOTHING = sql`false`

function whatIsAsked<L extends List>(
  list: L,
  query: Record<string, unknown> & { q?: string },
  source: ListConditions<L>,
): (SQL | IndexedCondition)[] {
  const found: (SQL | IndexedCondition)[] = []
  if (query.q) found.push(source.search?.(query.q) ?? NOTHING)
  for (const [name, filter] of Object.entries(list.filters)) {
    const target = source.filters[name as keyof L['filters']] as
      | Column
      | ((value: unknown) => SQL | IndexedCondition | undefined)
    const given = query[name]
    const [from, to] = [query[`${name}_from`], query[`${name}_to`]].map(known)
    if (typeof target === 'function') {
      const isAsked = Array.isArray(given) ? given.length > 0 : given !== undefined && given !== ''
      if (isAsked) found.push(target(filter.kind === 'flag' ? given === 'true' : given) ?? NOTHING)
      else if (from !== undefined || to !== undefined) found.push(target({ from, to }) ?? NOTHING)
    } else if (filter.kind === 'select') {
      if (Array.isArray(given) && given.length > 0) found.push(isOneOf(target, given))
    } else if (filter.kind === 'flag') {
      if (given !== undefined) found.push(sql`${target} = ${given === 'true'}`)
    } else if (filter.kind === 'date' && target.getSQLType().startsWith('timestamp')) {
      if (from !== undefined) found.push(gte(target, startOfDay(from as string)))
      if (to !== undefined) found.push(lt(target, new Date(startOfDay(to as string).getTime() + DAY)))
    } else {
      if (from !== undefined) found.push(gte(target, from))
      if (to !== undefined) found.push(lte(target, to))
    }
  }
  return found
}

/** Compares in the column's own type, because the index is used only for that type. */
function isOneOf(target: Column, given: string[]): SQL {
  const type = target.getSQLType()
  const values = type.endsWith('int') || type === 'integer' ? given.filter((one) => /^\d{1,9}$/.test(one)) : given
  return sql`${target} = any(${sql.param(values)}::${sql.raw(type)}[])`
}

/**
 * Earlier than any shop. A half-typed year may be 0 or 1, which PostgreSQL rejects as a date or shifts out of range in
 * Japan's time zone.
 */
const EARLIEST = '1900-01-01'
const known = (limit: unknown) => (typeof limit === 'string' && limit < EARLIEST ? EARLIEST : limit)

const DAY = 86_400_000
/** A calendar date in Japan begins nine hours before the same date in UTC. */
const startOfDay = (date: string) => new Date(`${date}T00:00:00+09:00`)

type Cursor = [value: string, id: number]
const writeCursor = (row: { sort_value: string; id: number }): string =>
  Buffer.from(JSON.stringify([row.sort_value, row.id])).toString('base64url')

function readCursor(text: string | undefined): Cursor | undefined {
  if (text === undefined) return undefined
  try {
    const [value, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as Cursor
    if (typeof value === 'string' && Number.isInteger(id)) return [value, id]
  } catch {}
  throw new ShopError(400, 'ERROR_MALFORMED', 'ページの指定を読み取れませんでした。一覧を開き直してください。')
}

function beyond(column: Column, id: Column, [value, last]: Cursor, isDown: boolean): SQL {
  const type = sql.raw(column.getSQLType())
  return isDown
    ? sql`(${column}, ${id}) < (${value}::${type}, ${last})`
    : sql`(${column}, ${id}) > (${value}::${type}, ${last})`
}
