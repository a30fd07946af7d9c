import type { Tx } from '@kushi/db/connect'
import { cart_item } from '@kushi/db/schema/cart'
import { customer } from '@kushi/db/schema/customer'
import { and, eq, type SQL } from 'drizzle-orm'
import type { MemberContext } from '../../context.ts'

/** The cart of the member who asks; part of every query on carts. */
export const ownCart = (ctx: MemberContext): SQL =>
  and(eq(cart_item.shop_id, ctx.shop_id), eq(cart_item.customer_id, ctx.customer_id))!

/** Holds back other calls that count the member's lines; single adds to a cart with room don't ask. */
export async function lockCart(tx: Tx, ctx: MemberContext): Promise<void> {
  await tx
    .select({ id: customer.id })
    .from(customer)
    .where(and(eq(customer.shop_id, ctx.shop_id), eq(customer.id, ctx.customer_id)))
    .for('no key update')
}
