import '@kushi/db/schema/index'
import type { customer } from '@kushi/db/schema/customer'
import { type PersonFacts, tableFacts } from '@kushi/db/schema/facts'
import { and, eq, getTableColumns, getTableName, inArray, or, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, getTableConfig, type PgTable } from 'drizzle-orm/pg-core'

type Member = Pick<typeof customer.$inferSelect, 'shop_id' | 'id' | 'email' | 'line_id' | 'ad_user_id'>

/** A table that contains data of a member. */
export interface PersonalDataTable {
  table: PgTable
  name: string
  /** Its columns by their names. */
  columns: Record<string, AnyPgColumn>
  facts: PersonFacts
  /** From a row to its member: this table, the one that it refers to, and so on. */
  path: readonly string[]
}

/** Columns that name the member, and by what. */
const OWN: Record<string, (member: Member) => string | number | null> = {
  id: ({ id }) => id,
  customer_id: ({ id }) => id,
  address: ({ email }) => email,
  line_user_id: ({ line_id }) => line_id,
  ad_user_id: ({ ad_user_id }) => ad_user_id,
}

/**
 * All tables whose rows belong to a member, directly or through an order, a contract or an inquiry. Ordered by that
 * root.
 */
export const personalDataTables: readonly PersonalDataTable[] = inOrder(
  [...tableFacts].flatMap(([table, { person }]) =>
    person && 'by' in person
      ? [
          {
            table,
            name: getTableName(table),
            columns: getTableColumns(table) as Record<string, AnyPgColumn>,
            facts: person,
            path: pathOf(table),
          },
        ]
      : [],
  ),
)

function inOrder(tables: PersonalDataTable[]): PersonalDataTable[] {
  const roots = ['customer', 'customer_address', 'orders', 'subscription', 'inquiry']
  const rank = ({ path }: PersonalDataTable) => {
    const place = roots.indexOf(path.at(-1)!)
    return place < 0 ? roots.length : place
  }
  return tables.sort((a, b) => rank(a) - rank(b) || a.path.length - b.path.length)
}

/** Returns the table through which a column leads to the member. undefined: the column itself identifies the member. */
export function referencedTable(table: PgTable, column: string): PgTable | undefined {
  if (column in OWN) return undefined
  const key = getTableConfig(table).foreignKeys.find((one) =>
    one.reference().columns.some(({ name }) => name === column),
  )
  if (!key) throw new Error(`${getTableName(table)}.${column} leads to no member`)
  return key.reference().foreignTable
}

function pathOf(table: PgTable): string[] {
  const target = referencedTable(table, byOf(table)[0]!)
  return [getTableName(table), ...(target ? pathOf(target) : [])]
}

function byOf(table: PgTable): readonly string[] {
  const person = tableFacts.get(table)?.person
  if (!person || !('by' in person)) throw new Error(`${getTableName(table)} does not say whose its rows are`)
  return typeof person.by === 'string' ? [person.by] : person.by
}

/**
 * SQL condition: rows of a table that belong to the member. `orders`: of rows that are reached through an order, only
 * those of these orders.
 */
export function memberRowsCondition(table: PgTable, member: Member, orders?: readonly number[]): SQL {
  const columns = getTableColumns(table) as Record<string, AnyPgColumn>
  if (orders && getTableName(table) === 'orders')
    return and(eq(columns['shop_id']!, member.shop_id), inArray(columns['id']!, [0, ...orders]))!
  const ways = byOf(table).map((name) => {
    const target = referencedTable(table, name)
    const column = columns[name]!
    if (target) return sql`${column} in (select id from ${target} where ${memberRowsCondition(target, member, orders)})`
    const own = OWN[name]!(member)
    return own === null ? sql`false` : eq(column, own)
  })
  return and(eq(columns['shop_id']!, member.shop_id), or(...ways))!
}
