import { sql } from 'drizzle-orm'
import type { Queryable } from './connect.ts'

/** The columns that hold sealed texts (`packages/shop/src/secret-box.ts`), alone or inside of another text. */
export const sealedColumns = [
  ['operator', 'totp_secret'],
  ['operator_invitation', 'totp_secret'],
  ['shop_account', 'sealed'],
  ['webhook_endpoint', 'sealed_secret'],
  ['webhook_endpoint', 'former_secret'],
  ['move_in', 'sealed_magic'],
  ['customer', 'password_hash'],
  ['bank_refund', 'sealed'],
  ['transfer_file', 'sealed'],
] as const

/** A sealed text inside of a value. */
export const sealedText = String.raw`v1\.[\w-]{8}\.[\w-]{38,}`

export interface SealedCount {
  table: string
  column: string
  sealed: string
  rows: number
}

/** Every sealed text, and the number of its rows: those of imported passwords share one. */
export async function listSealed(db: Queryable): Promise<SealedCount[]> {
  const found: SealedCount[] = []
  for (const [table, column] of sealedColumns) {
    const text = sql`substring(${sql.identifier(column)} from ${sealedText})`
    const { rows } = await db.execute<{ sealed: string; rows: string }>(
      sql`select ${text} as sealed, count(*) as rows from ${sql.identifier(table)} where ${text} is not null group by 1`,
    )
    for (const row of rows) found.push({ table, column, sealed: row.sealed, rows: Number(row.rows) })
  }
  return found
}

/** Writes another sealed text in the place of one; returns the number of rows. */
export async function replaceSealed(
  db: Queryable,
  { table, column, sealed }: Pick<SealedCount, 'table' | 'column' | 'sealed'>,
  by: string,
): Promise<number> {
  const name = sql.identifier(column)
  const { rowCount } = await db.execute(
    sql`update ${sql.identifier(table)} set ${name} = replace(${name}, ${sealed}, ${by}) where position(${sealed} in ${name}) > 0`,
  )
  return rowCount ?? 0
}
