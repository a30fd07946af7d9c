import '@kushi/db/schema/index'
import { tableFacts } from '@kushi/db/schema/facts'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { personalDataTables } from './person-tables.ts'

/** A table with the columns `shop_id` and `customer_id`. */
export type CustomerTable = PgTable & { shop_id: AnyPgColumn; customer_id: AnyPgColumn }

/** All tables that refer to a member, with what a merge does with their rows (`fate`). */
export const memberTablesToMerge = personalDataTables.flatMap(({ table, name }) => {
  const merged = tableFacts.get(table)?.merged
  return merged ? [{ table: table as CustomerTable, table_name: name, ...merged }] : []
})
