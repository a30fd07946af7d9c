import type { Tx } from '@kushi/db/connect'
import { order_item, orders } from '@kushi/db/schema/order'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { returnStock } from './take-stock.ts'

/** An order whose payment did not come about: its stock goes back. Once only; the customer orders anew. */
export async function refuseOrder(tx: Tx, ctx: Context, orderId: number): Promise<void> {
  const changed = await tx
    .update(orders)
    .set({ status: 'payment_error', updated_at: ctx.clock.now() })
    .where(and(eq(orders.id, orderId), eq(orders.status, 'payment_pending')))
  if (changed.rowCount !== 1) return
  await returnStock(tx, await tx.select().from(order_item).where(eq(order_item.order_id, orderId)))
}
