import { and, eq, getTableColumns, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

type ShopTable = { shop_id: AnyPgColumn; id: AnyPgColumn }

/** `table` is the row with this id in this shop. Both are compared, because keys begin with the shop. */
export const isRow = (table: ShopTable, row: { shop_id: number; id: number }): SQL =>
  and(eq(table.shop_id, row.shop_id), eq(table.id, row.id))!

/** Join condition: `target` is the row that `column` refers to, in the same shop. */
export const refersTo = (column: AnyPgColumn, target: ShopTable): SQL =>
  and(eq(target.shop_id, getTableColumns(column.table).shop_id!), eq(target.id, column))!
