import type { Queryable } from '@kushi/db/connect'
import { order_item, orders } from '@kushi/db/schema/order'
import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { MemberContext } from '../../../context.ts'
import type { OperatorContext } from '../../../foundation/admin/index.ts'
import { notFound } from '../../../shop-error.ts'

/** Whether the order of the query was imported from the shop's former system. */
export const hasMovedIn = sql<boolean>`exists (select from moved_row m
  where m.shop_id = orders.shop_id and m.kind = 'order' and m.row_id = orders.id)`

/** The items of an order, in the order in which they were bought. */
export const itemsOf = (db: Queryable, { shop_id, id }: Pick<OrderRow, 'shop_id' | 'id'>): Promise<ItemRow[]> =>
  db
    .select()
    .from(order_item)
    .where(and(eq(order_item.shop_id, shop_id), eq(order_item.order_id, id)))
    .orderBy(asc(order_item.id))

/** Restricts a query to the orders of the calling member; part of every query on orders. */
export const ownOrders = (ctx: MemberContext): SQL =>
  and(eq(orders.shop_id, ctx.shop_id), eq(orders.customer_id, ctx.customer_id))!

/** An order of the operator's shop. @throws ShopError 404 */
export async function ownOrder(
  { db, shop_id }: Pick<OperatorContext, 'db' | 'shop_id'>,
  id: number,
): Promise<OrderRow> {
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.shop_id, shop_id), eq(orders.id, id)))
  if (!order) throw notFound()
  return order
}

/** How the audit log names an order. */
export const orderSubject = ({ id, order_no }: Pick<OrderRow, 'id' | 'order_no'>) => ({
  subject: 'order',
  subject_id: id,
  subject_name: order_no,
})

export type OrderRow = typeof orders.$inferSelect
export type ItemRow = typeof order_item.$inferSelect
/** A sold item before it has an id. */
export type SoldItem = Omit<ItemRow, 'id' | 'replaces_item_id'>
