import { and, eq, getTableColumns, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

type Keyed = { shop_id: AnyPgColumn; id: AnyPgColumn }

/** `table` is the row with this id in this shop: both, since keys begin with the shop. */
export const isRow = (table: Keyed, row: { shop_id: number; id: number }): SQL =>
  and(eq(table.shop_id, row.shop_id), eq(table.id, row.id))!

/** The condition of a join: `target` is the row that `column` names, in its own shop. */
export const refersTo = (column: AnyPgColumn, target: Keyed): SQL =>
  and(eq(target.shop_id, getTableColumns(column.table).shop_id!), eq(target.id, column))!
