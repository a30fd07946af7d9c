import type { Tx } from '@kushi/db/connect'
import { orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { subscription } from '@kushi/db/schema/subscription'
import type { OrderStatus } from '@kushi/values/order-status'
import { desc, eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { notFound, ShopError } from '../shop-error.ts'
import { canBecome } from './rules/order-status.ts'
import type { OrderRow } from './write-order.ts'

export type PaymentRow = typeof payment.$inferSelect

/** An order for the operator, of whatever shop, with its last payment. @throws ShopError 404 */
export async function findOrder(ctx: Context, order_no: string): Promise<{ order: OrderRow; paid: PaymentRow | null }> {
  const [order] = await ctx.db.select().from(orders).where(eq(orders.order_no, order_no))
  if (!order) throw notFound()
  const mine = eq(payment.order_id, order.id)
  const [paid] = await ctx.db.select().from(payment).where(mine).orderBy(desc(payment.id)).limit(1)
  return { order, paid: paid ?? null }
}

/** Locked as everywhere: the subscription, the order, the payment. */
export async function lockOrder(tx: Tx, found: OrderRow): Promise<{ order: OrderRow; paid: PaymentRow | null }> {
  if (found.subscription_id !== null)
    await tx
      .select({ id: subscription.id })
      .from(subscription)
      .where(eq(subscription.id, found.subscription_id))
      .for('update')
  const [order] = await tx.select().from(orders).where(eq(orders.id, found.id)).for('update')
  const mine = eq(payment.order_id, found.id)
  const [paid] = await tx.select().from(payment).where(mine).orderBy(desc(payment.id)).limit(1).for('update')
  return { order: order!, paid: paid ?? null }
}

/** @throws ShopError 409 where an order stands elsewhere */
export function expectStatus(order: Pick<OrderRow, 'order_no' | 'status'>, to: OrderStatus): void {
  if (!canBecome(order.status, to))
    throw new ShopError(
      409,
      'ERROR_ORDER_STATUS',
      `ご注文 ${order.order_no} は「${order.status}」のため、「${to}」にできません。`,
    )
}
