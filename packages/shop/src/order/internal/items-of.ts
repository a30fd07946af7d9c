import type { Queryable } from '@kushi/db/connect'
import { order_item } from '@kushi/db/schema/order'
import { and, asc, eq } from 'drizzle-orm'
import type { ItemRow, OrderRow } from './order-row.ts'

/** The items of an order, in the order in which they were bought. */
export const itemsOf = (db: Queryable, { shop_id, id }: Pick<OrderRow, 'shop_id' | 'id'>): Promise<ItemRow[]> =>
  db
    .select()
    .from(order_item)
    .where(and(eq(order_item.shop_id, shop_id), eq(order_item.order_id, id)))
    .orderBy(asc(order_item.id))
