import { getTableName } from 'drizzle-orm'
import { type AnyPgColumn, bigint, type ForeignKeyBuilder, foreignKey } from 'drizzle-orm/pg-core'

/** The id of a row, or the reference to one. `bigint`, as generated ids have to be where tables are distributed. */
export const id = () => bigint({ mode: 'number' })

/** An id that PostgreSQL gives. Seeds with ids of their own override it, and move the sequence on. */
export const generatedId = () => id().notNull().generatedAlwaysAsIdentity()

/** A foreign key that stays within the shop: `(shop_id, column)` to `(shop_id, id)`. */
export const inShop = (
  { shop_id }: { shop_id: AnyPgColumn },
  column: AnyPgColumn,
  target: { shop_id: AnyPgColumn; id: AnyPgColumn },
): ForeignKeyBuilder =>
  foreignKey({
    name: `${getTableName(column.table)}_${column.name}_fk`,
    columns: [shop_id, column],
    foreignColumns: [target.shop_id, target.id],
  })
