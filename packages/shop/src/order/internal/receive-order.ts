import type { Tx } from '@kushi/db/connect'
import { endTracking } from '../../abandonment/index.ts'
import { clearCart } from '../../cart/index.ts'
import type { Context } from '../../context.ts'
import { enqueueLine, enqueueMail } from '../../outbox/index.ts'
import { itemsOf } from './items-of.ts'
import { announceOrder, writeStatus } from './lock-order.ts'
import { orderReceivedLine } from './order-line.ts'
import { orderMail } from './order-mail.ts'
import type { ItemRow, OrderRow } from './order-row.ts'

/**
 * An order that counts: its payment stands, or is due on delivery. Empties the cart of what was bought and tells the
 * customer. Runs once per order, inside the transaction that makes it `received`.
 */
export async function receiveOrder(tx: Tx, ctx: Context, order: OrderRow, items: readonly ItemRow[]): Promise<void> {
  await clearCart(tx, order.customer_id, order.subscription_id === null ? 0 : 1, items)
  await endTracking(tx, order)
  await announceOrder(tx, { ...order, status: 'received', updated_at: ctx.clock.now() }, 'order.placed')
  const key = `order-received:${order.order_no}`
  const about = { customer_id: order.customer_id, order_id: order.id }
  await enqueueMail(tx, order.shop_id, key, await orderMail(tx, ctx, order, items), about)
  await enqueueLine(tx, order.customer_id, key, orderReceivedLine(tx, ctx, order, items), about)
}

/** The same for an order that waited for its payment, locked by the caller. */
export async function receivePending(tx: Tx, ctx: Context, order: OrderRow): Promise<void> {
  await writeStatus(tx, ctx, order, 'received')
  await receiveOrder(tx, ctx, order, await itemsOf(tx, order))
}
