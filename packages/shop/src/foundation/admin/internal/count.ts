import { MAX_COUNTED_ROWS } from '@kushi/contract/admin/list'
import type { Queryable } from '@kushi/db/connect'
import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

/** Counts rows up to `limit`, within a statement. `rows`: the SQL that follows `select`. */
export const countUpTo = (rows: SQL, limit = MAX_COUNTED_ROWS) =>
  sql<number>`(select count(*)::int from (select ${rows} limit ${limit}) as found)`

/** Counts the matching rows, up to `limit`. */
export type CountRows = (ask: { where: SQL | undefined; limit?: number }) => Promise<number>

/** The count of a list that reads `from`: a table, or joined tables. */
export const rowCounter =
  (db: Queryable, from: PgTable | SQL): CountRows =>
  async ({ where, limit }) => {
    const { rows } = await db.execute<{ n: number }>(
      sql`select ${countUpTo(sql`1 from ${from} where ${where ?? sql`true`}`, limit)} as n`,
    )
    return rows[0]!.n
  }
