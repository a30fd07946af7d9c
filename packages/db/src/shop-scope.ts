import { and, eq, getTableColumns, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

type ShopTable = { shop_id: AnyPgColumn; id: AnyPgColumn }

/**
 * Condition: `table` is the row with this id in this shop. Both columns are compared, because all keys begin with the
 * shop.
 */
export const sameRowCondition = (table: ShopTable, row: { shop_id: number; id: number }): SQL =>
  and(eq(table.shop_id, row.shop_id), eq(table.id, row.id))!

/** Condition of a join: `target` is the row to which `column` refers, in the same shop. */
export const refersToCondition = (column: AnyPgColumn, target: ShopTable): SQL =>
  and(eq(target.shop_id, getTableColumns(column.table).shop_id!), eq(target.id, column))!
