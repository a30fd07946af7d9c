import type { Tx } from '@kushi/db/connect'
import { moved_row } from '@kushi/db/schema/move-in'
import { sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'

/** Ids for so many rows of a table, so that rows which name each other go in together. */
export async function reserveIds(tx: Tx, table: string, count: number): Promise<number[]> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${count}::int)`,
  )
  return rows.map(({ id }) => Number(id))
}

type Moved = typeof moved_row.$inferSelect.kind

/** In the transaction that writes the rows: what stands there is not written again. */
export async function keepNumbers(
  tx: Tx,
  { shop_id, clock }: Context,
  kind: Moved,
  rows: readonly { foreign_no: string; id: number }[],
): Promise<void> {
  const created_at = clock.now()
  await tx
    .insert(moved_row)
    .values(rows.map(({ foreign_no, id: row_id }) => ({ shop_id, kind, foreign_no, row_id, created_at })))
}
