import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from './connect.ts'

/**
 * Reads a query's rows page by page from one snapshot, for results that do not fit in memory. A transaction can run
 * one such query at a time. If a page fails or the reader stops, the transaction ends.
 */
export async function* readQueryPages<Row>(tx: Tx, query: SQL, size = 5_000): AsyncGenerator<Row[]> {
  await tx.execute(sql`declare pages no scroll cursor for ${query}`)
  for (;;) {
    const { rows } = (await tx.execute(sql.raw(`fetch ${size} from pages`))) as unknown as { rows: Row[] }
    if (rows.length > 0) yield rows
    if (rows.length < size) break
  }
  await tx.execute(sql`close pages`)
}
