import { getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Queryable } from './connect.ts'

/**
 * Inserts the rows in one statement with one parameter: its text does not depend on the number of rows, so PostgreSQL
 * plans it once. Every row names the same columns; other columns get their default. Properties that are no column of
 * the table are ignored. `skipExisting`: a row that violates a unique index is left out.
 * @throws for rows that differ: a column that only some name would be written for none of them, or as null
 */
export async function insertRows<T extends PgTable, R extends keyof T['$inferSelect'] & string>(
  db: Queryable,
  table: T,
  rows: readonly T['$inferInsert'][],
  returning: readonly R[] = [],
  { skipExisting = false } = {},
): Promise<Pick<T['$inferSelect'], R>[]> {
  if (rows.length === 0) return []
  const columns = namesIn(columnsOfRows(table, rows))
  const skipping = skipExisting ? ' on conflict do nothing' : ''
  const returned = returning.length > 0 ? ` returning ${namesIn(returning)}` : ''
  const into = `insert into "${getTableName(table)}" (${columns}) select ${columns} from `
  const { rows: written } = await db.execute(
    sql`${sql.raw(into)}${valuesTableSql(table, rows)}${sql.raw(skipping + returned)}`,
  )
  return written as Pick<T['$inferSelect'], R>[]
}

/** As text: drizzle takes longer to join the identifiers of a wide table than PostgreSQL to write its row. */
const namesIn = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ')

/**
 * Returns the columns that the rows name.
 * @throws when the rows do not all name the same columns
 */
export function columnsOfRows(table: PgTable, rows: readonly object[]): string[] {
  const known = getTableColumns(table)
  const named = (row: object) => Object.keys(row).filter((name) => name in known)
  const columns = named(rows[0]!)
  const first = new Set(columns)
  for (const row of rows) {
    const own = named(row)
    const odd = own.length === columns.length ? own.find((name) => !first.has(name)) : missing(own, columns)
    if (odd !== undefined) throw new Error(`rows for ${getTableName(table)} differ: not all have ${odd}`)
  }
  return columns
}

const missing = (own: readonly string[], columns: readonly string[]): string | undefined =>
  columns.find((name) => !own.includes(name)) ?? own.find((name) => !columns.includes(name))

/**
 * Updates these columns of existing rows of one shop in one statement. `key` identifies each row; its first column
 * makes the lookup use an index, whatever the planner estimates.
 */
export async function updateRows<T extends PgTable & { shop_id: AnyPgColumn }>(
  db: Queryable,
  table: T,
  shop_id: number,
  rows: readonly Partial<T['$inferSelect']>[],
  { key, set }: Record<'key' | 'set', readonly (keyof T['$inferSelect'] & string)[]>,
): Promise<void> {
  if (rows.length === 0) return
  const first = getTableColumns(table)[key[0]!] as AnyPgColumn
  const found = rows.map((row) => row[key[0]!] as number)
  const alike = (name: string) => sql`${table}.${sql.identifier(name)} = n.${sql.identifier(name)}`
  const written = (name: string) => sql`${sql.identifier(name)} = n.${sql.identifier(name)}`
  await db.execute(sql`
    update ${table} set ${sql.join(set.map(written), sql`, `)} from ${valuesTableSql(table, rows)} n
    where ${table.shop_id} = ${shop_id} and ${isAnyOfCondition(first, found)} and ${sql.join(key.map(alike), sql` and `)}`)
}

/** SQL for these rows as a table expression, with the column types of `table`. */
export const valuesTableSql = (table: PgTable, rows: readonly object[]): SQL =>
  sql`jsonb_populate_recordset(null::${sql.identifier(getTableName(table))}, ${JSON.stringify(rows)}::jsonb)`

/**
 * Condition: `column` is one of these integers. They are one parameter, so the statement's text does not depend on
 * their number.
 */
export const isAnyOfCondition = (column: AnyPgColumn, values: Iterable<number>): SQL =>
  sql`${column} = any(${sql.param([...new Set(values)])}::bigint[])`
