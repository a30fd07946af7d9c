import { sql } from 'drizzle-orm'
import type { Tx } from '../connect.ts'

/** Advances every sequence past the ids that the seed set explicitly. */
export async function skipSeededIds(tx: Tx): Promise<void> {
  const { rows } = await tx.execute<{ table: string; column: string }>(
    sql`select table_name as table, column_name as column from information_schema.columns
      where table_schema = 'public' and is_identity = 'YES'`,
  )
  for (const { table, column } of rows)
    await tx.execute(
      sql`select setval(pg_get_serial_sequence(${table}, ${column}), max(${sql.identifier(column)}))
        from ${sql.identifier(table)} having max(${sql.identifier(column)}) is not null`,
    )
}
