import type { Tx } from '@kushi/db/connect'
import { orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { eq, sql } from 'drizzle-orm'
import type { Answer, Context } from '../context.ts'
import { receivePending } from '../order/receive-order.ts'
import { refuseOrder } from '../order/refuse-order.ts'
import { deliverOutbox } from '../outbox/deliver-outbox.ts'
import type { CardApproval } from './card-port.ts'
import type { PaymentRow } from './claim-payment.ts'
import { keepCard } from './keep-card.ts'
import { recordPayment } from './record-payment.ts'
import { isLate, isOpen } from './rules/payment-state.ts'
import { type Refusal, refusalMessage } from './rules/refusal-message.ts'

type Placed = Answer<'POST /v1/order/public/new'>

/**
 * The money stands: the order is received, in one transaction. Asked twice it changes nothing the second time. An order
 * that was given up meanwhile is not revived; the authorisation is marked to be voided.
 */
export async function settlePayment(
  ctx: Context,
  { id, order_id }: PaymentRow,
  { approve, tran_id }: CardApproval,
): Promise<Placed> {
  const order = await ctx.db.transaction(async (tx) => {
    const { row, current } = await lockBoth(tx, id, order_id)
    const set = { approve, tran_id, claimed_until: null }
    if (row.status === 'payment_pending') {
      await recordPayment(tx, current, 'authorised', set)
      await receivePending(tx, ctx, row)
      return { ...row, status: 'received' as const }
    }
    if (isLate(current.state)) await recordPayment(tx, current, 'void_pending', set)
    return row
  })
  ctx.afterwards(() => keepCard(ctx, id))
  ctx.afterwards(async () => void (await deliverOutbox(ctx)))
  return { order_no: order.order_no, status: order.status, redirect_url: null, payment_message: null }
}

/** The attempt is over without money: the stock goes back and the customer may order anew. */
export async function refusePayment(
  ctx: Context,
  { id, order_id }: PaymentRow,
  refusal: Refusal,
  error: string,
): Promise<Placed> {
  const order = await ctx.db.transaction(async (tx) => {
    const { row, current } = await lockBoth(tx, id, order_id)
    if (!isOpen(current.state)) return { ...row, refusal: current.refusal }
    await recordPayment(tx, current, 'failed', { refusal, error, claimed_until: null })
    const status = await refuseOrder(tx, ctx, row)
    return { ...row, status, refusal }
  })
  const payment_message = refusalMessage(order.refusal)
  return { order_no: order.order_no, status: order.status, redirect_url: null, payment_message }
}

/** Locked everywhere in this order, so that nobody waits for each other: the subscription, the order, the payment. */
async function lockBoth(tx: Tx, id: number, orderId: number) {
  await tx.execute(
    sql`select from subscription where id = (select subscription_id from orders where id = ${orderId}) for update`,
  )
  const [row] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update')
  const [current] = await tx.select().from(payment).where(eq(payment.id, id)).for('update')
  return { row: row!, current: current! }
}
