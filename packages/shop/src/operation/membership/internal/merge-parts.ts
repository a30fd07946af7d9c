import '@kushi/db/schema/index'
import { tableFacts } from '@kushi/db/schema/facts'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { personTables } from './person-tables.ts'

export type CustomerTable = PgTable & { shop_id: AnyPgColumn; customer_id: AnyPgColumn }

/** All tables that name a member, with what a merge does with their rows. */
export const mergeParts = personTables.flatMap(({ table, name }) => {
  const merged = tableFacts.get(table)?.merged
  return merged ? [{ table: table as CustomerTable, table_name: name, ...merged }] : []
})
