import { cart_item } from '@kushi/db/schema/cart'
import { and, eq, type SQL } from 'drizzle-orm'
import type { MemberContext } from '../../context.ts'

/** Restricts a query to the cart of the calling member; part of every query on carts. */
export const ownCart = (ctx: MemberContext): SQL =>
  and(eq(cart_item.shop_id, ctx.shop_id), eq(cart_item.customer_id, ctx.customer_id))!
