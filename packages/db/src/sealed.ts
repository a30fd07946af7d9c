import { sql } from 'drizzle-orm'
import type { Queryable } from './connect.ts'

/** The columns that hold sealed texts (`packages/shop/src/secret-box.ts`), alone or inside of another text. */
export const sealedColumns = [
  ['operator', 'totp_secret'],
  ['operator_invitation', 'totp_secret'],
  ['shop_account', 'sealed'],
  ['webhook_endpoint', 'sealed_secret'],
  ['webhook_endpoint', 'former_secret'],
  ['conversion_destination', 'sealed'],
  ['move_in', 'sealed_magic'],
  ['customer', 'password_hash'],
  ['bank_refund', 'sealed'],
  ['transfer_file', 'sealed'],
] as const

/** Regular expression that finds an encrypted (sealed) text inside a value. */
export const sealedTextPattern = String.raw`v1\.[\w-]{8}\.[\w-]{38,}`

export interface SealedCount {
  table: string
  column: string
  sealed: string
  rows: number
}

/** Lists every encrypted text with its number of rows. Several rows can share one, for example imported passwords. */
export async function listSealed(db: Queryable): Promise<SealedCount[]> {
  const found: SealedCount[] = []
  for (const [table, column] of sealedColumns) {
    const text = sql`substring(${sql.identifier(column)} from ${sealedTextPattern})`
    const { rows } = await db.execute<{ sealed: string; rows: string }>(
      sql`select ${text} as sealed, count(*) as rows from ${sql.identifier(table)} where ${text} is not null group by 1`,
    )
    for (const row of rows) found.push({ table, column, sealed: row.sealed, rows: Number(row.rows) })
  }
  return found
}

/** Replaces an encrypted text by another one (`by`) and returns the number of rows. */
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
