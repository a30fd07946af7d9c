import type { Tx } from '@kushi/db/connect'
import type { OrderStatus } from '@kushi/values/order-status'
import type { QueryContext } from '../../../context.ts'
import { subscriptionNotStarted } from '../hooks.ts'
import { returnStock } from './deduct-stock.ts'
import { writeOrderStatus } from './lock-order.ts'
import { loadOrderItems, type OrderRow } from './order-row.ts'

/**
 * Ends a pending order whose payment failed, locked by the caller: returns its stock, once; the customer orders anew.
 * `status`: 前払い that was not paid in time is a cancelled order. Returns the resulting status.
 */
export async function refuseOrder(
  tx: Tx,
  ctx: QueryContext,
  order: OrderRow,
  status: 'payment_error' | 'cancelled' = 'payment_error',
): Promise<OrderStatus> {
  if (order.status !== 'payment_pending') return order.status
  const [refused] = await writeOrderStatus(tx, ctx, [order], status)
  // The stock last, as where an order is written.
  await returnStock(tx, await loadOrderItems(tx, order))
  if (order.subscription_id !== null && order.cycle === 1)
    await subscriptionNotStarted(tx, order, order.subscription_id)
  return refused!.status
}
