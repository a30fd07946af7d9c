import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from './connect.ts'

/**
 * The rows of a query, page by page and from one snapshot, for what is too long to be held. One at a time in a transaction; a failure or
 * a reader that stops ends it with its transaction.
 */
export async function* pagesOf<Row>(tx: Tx, query: SQL, size = 5_000): AsyncGenerator<Row[]> {
  await tx.execute(sql`declare pages no scroll cursor for ${query}`)
  for (;;) {
    const { rows } = (await tx.execute(sql.raw(`fetch ${size} from pages`))) as unknown as { rows: Row[] }
    if (rows.length > 0) yield rows
    if (rows.length < size) break
  }
  await tx.execute(sql`close pages`)
}
