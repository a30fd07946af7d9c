import { columnsOfRows } from '@kushi/db/bulk-rows'
import type { Tx } from '@kushi/db/connect'
import { moved_row } from '@kushi/db/schema/move-in'
import { type InferInsertModel, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Context } from '../../../context.ts'

/** Reserves ids of a table, so that rows that refer to each other can be written together. */
export async function reserveIds(tx: Tx, table: string, count: number): Promise<number[]> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${count}::int)`,
  )
  return rows.map(({ id }) => Number(id))
}

/**
 * Inserts rows that all have the same columns, including their ids. The rows go as one text and not as a parameter per
 * cell, because for tens of thousands of them the query builder takes longer than the database.
 */
export async function insertRowsAsText<T extends PgTable>(
  tx: Tx,
  table: T,
  rows: readonly InferInsertModel<T>[],
): Promise<void> {
  if (rows.length === 0) return
  const columns = sql.join(
    columnsOfRows(table, rows).map((name) => sql.identifier(name)),
    sql`, `,
  )
  await tx.execute(sql`insert into ${table} (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::${table}, ${JSON.stringify(rows)}::json)`)
}

type MovedKind = typeof moved_row.$inferSelect.kind

/** Runs in the transaction that writes the rows; rows with a saved number are not written again. */
export async function recordImportedNumbers(
  tx: Tx,
  { shop_id, clock }: Pick<Context, 'shop_id' | 'clock'>,
  { former_system, kind }: { former_system: string; kind: MovedKind },
  rows: readonly { foreign_no: string; id: number }[],
): Promise<void> {
  const created_at = clock.now()
  const kept = rows.map(({ foreign_no, id: row_id }) => ({
    shop_id,
    former_system,
    kind,
    foreign_no,
    row_id,
    created_at,
  }))
  await insertRowsAsText(tx, moved_row, kept)
}
