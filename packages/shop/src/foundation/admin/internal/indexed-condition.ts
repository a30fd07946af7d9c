import type { Queryable } from '@kushi/db/connect'
import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/**
 * A search or a filter on a large table, in two equivalent forms: selects of ids that use indexes, and a condition on a
 * row.
 */
export interface IndexedCondition {
  db: Queryable
  /** Selects of ids, one for each condition that has its own index. */
  ids: SQL[]
  /** The same as a condition on a row. */
  row: SQL | undefined
}

export const isIndexedCondition = (asked: SQL | IndexedCondition): asked is IndexedCondition => 'ids' in asked

/** One SQL condition, for queries that read all matches. */
export const toSqlCondition = (id: AnyPgColumn, asked: SQL | IndexedCondition): SQL =>
  isIndexedCondition(asked) ? sql`${id} in (${eachOf(asked)})` : asked

/**
 * Returns a condition for one page of the list. Few matches are read by their ids, whatever plan PostgreSQL would
 * choose. More than `most` matches (a frequent name) are found by walking the list in its order, where a page fills
 * soon.
 */
export async function pageCondition(id: AnyPgColumn, asked: SQL | IndexedCondition, most: number) {
  if (!isIndexedCondition(asked)) return { where: asked, is_wide: false }
  // The same row may be found by two selects.
  const limit = (asked.ids.length > 1 ? 2 : 1) * (most + 1)
  const { rows } = await asked.db.execute<{ id: number }>(
    sql`select id from (${eachOf(asked)}) as found (id) limit ${limit}`,
  )
  const ids = new Set(rows.map((row) => Number(row.id)))
  if (ids.size > most) return { where: asked.row, is_wide: true }
  if (rows.length === limit) return { where: asked.row, is_wide: false }
  return { where: sql`${id} = any(${sql.param([...ids])}::bigint[])`, is_wide: false }
}

/** Above this, gathering ids costs more than walking the list, which then soon finds a page. */
const GATHERED = 100_000

/**
 * Returns a condition for the rows that match all `ways`, each of which may have many matches while their intersection
 * is small. null when there are too many ids to gather, or more than `most` rows.
 */
export async function intersectConditions(
  id: AnyPgColumn,
  ways: IndexedCondition[],
  most: number,
): Promise<SQL | null> {
  const gathered = ways.map((one) => sql`(select id from (${eachOf(one)}) as found (id) limit ${GATHERED + 1})`)
  const { rows } = await ways[0]!.db.execute<{ ids: string[]; most: string }>(sql`
    with ${sql.join(
      gathered.map((one, n) => sql`${way(n)} as materialized ${one}`),
      sql`, `,
    )}
    select array(select id from (${sql.join(
      ways.map((_, n) => sql`select id from ${way(n)}`),
      sql` intersect `,
    )}) as together limit ${most + 1}) as ids, greatest(${sql.join(
      ways.map((_, n) => sql`(select count(*) from ${way(n)})`),
      sql`, `,
    )}) as most`)
  const { ids, most: widest } = rows[0]!
  if (Number(widest) > GATHERED || ids.length > most) return null
  return sql`${id} = any(${sql.param(ids.map(Number))}::bigint[])`
}

const way = (n: number) => sql.raw(`way${n}`)

const eachOf = ({ ids }: IndexedCondition) => sql.join(ids, sql` union all `)
