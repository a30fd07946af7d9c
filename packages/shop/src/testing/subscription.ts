import { randomBytes } from 'node:crypto'
import type { Db } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { orders } from '@kushi/db/schema/order'
import { subscription, subscription_order_item } from '@kushi/db/schema/subscription'
import { and, eq } from 'drizzle-orm'
import type { Context, MemberContext } from '../context.ts'
import { deliverOrder } from '../order/deliver-order.ts'
import { shipOrder } from '../order/ship-order.ts'
import { newMembers } from './order.ts'
import { addSubscription } from './rows.ts'

type Item = Partial<typeof subscription_order_item.$inferInsert> & { product_sku_id: number }

/** A member with a card at the vault and one subscription, paid by it; one bottle of oil unless told otherwise. */
export async function subscribed(
  db: Db,
  ctx: Context,
  more: Partial<typeof subscription.$inferInsert> = {},
  items: readonly Item[] = [{ product_sku_id: 101 }],
): Promise<{ id: number; member: MemberContext }> {
  const gmo_id = `m-${randomBytes(6).toString('hex')}`
  const [customer_id] = await newMembers(db, 1, { gmo_id })
  const [row] = await db.select().from(customer).where(eq(customer.id, customer_id!))
  const id = await addSubscription(db, row!, { payment_method_id: 1, card_seq: 0, ...more })
  await db.insert(subscription_order_item).values(items.map((item) => ({ quantity: 1, subscription_id: id, ...item })))
  return { id, member: { ...ctx, customer_id: customer_id! } }
}

export const rowOf = async (db: Db, id: number) =>
  (await db.select().from(subscription).where(eq(subscription.id, id)))[0]!

export const ordersOf = (db: Db, id: number) =>
  db.select().from(orders).where(eq(orders.subscription_id, id)).orderBy(orders.cycle)

/** The parcel of this cycle is sent and arrives. */
export async function receive(ctx: Context, id: number): Promise<void> {
  const { cycle } = await rowOf(ctx.db, id)
  const [order] = await ctx.db
    .select()
    .from(orders)
    .where(and(eq(orders.subscription_id, id), eq(orders.cycle, cycle)))
  await shipOrder(ctx, { order_no: order!.order_no, delivery_company: 'yamato', tracking_no: '123456789012' })
  await deliverOrder(ctx, { order_no: order!.order_no })
}
