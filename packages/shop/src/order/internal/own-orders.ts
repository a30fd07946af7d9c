import { orders } from '@kushi/db/schema/order'
import { and, eq, type SQL } from 'drizzle-orm'
import type { MemberContext } from '../../context.ts'

/** Restricts a query to the orders of the calling member; part of every query on orders. */
export const ownOrders = (ctx: MemberContext): SQL =>
  and(eq(orders.shop_id, ctx.shop_id), eq(orders.customer_id, ctx.customer_id))!
