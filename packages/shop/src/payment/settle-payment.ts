import { orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { eq } from 'drizzle-orm'
import type { Answer, Context } from '../context.ts'
import { receiveOrder } from '../order/receive-order.ts'
import { refuseOrder } from '../order/refuse-order.ts'
import { deliverOutbox } from '../outbox/deliver-outbox.ts'
import type { CardApproval } from './card-port.ts'
import type { PaymentRow } from './claim-payment.ts'
import { keepCard } from './keep-card.ts'
import { recordPayment } from './record-payment.ts'
import { isOpen } from './rules/payment-state.ts'
import { type Refusal, refusalMessage } from './rules/refusal-message.ts'

type Placed = Answer<'POST /v1/order/public/new'>

/**
 * The money stands: the order is received, in one transaction. Asked twice it changes nothing the second time. An order
 * that was given up meanwhile is not revived; the authorisation is marked to be voided.
 */
export async function settlePayment(
  ctx: Context,
  { id, order_id }: PaymentRow,
  approval?: CardApproval,
): Promise<Placed> {
  const order = await ctx.db.transaction(async (tx) => {
    const [row] = await tx.select().from(orders).where(eq(orders.id, order_id)).for('update')
    const [current] = await tx.select().from(payment).where(eq(payment.id, id))
    if (row!.status === 'payment_pending') {
      const { approve, tran_id } = approval ?? { approve: null, tran_id: null }
      await recordPayment(tx, current!, 'authorised', { approve, tran_id, claimed_until: null })
      await receiveOrder(tx, ctx, row!)
      return { ...row!, status: 'received' as const }
    }
    if (current!.state === 'failed') await recordPayment(tx, current!, 'void_pending')
    return row!
  })
  ctx.afterwards(async () => {
    await keepCard(ctx, id)
    await deliverOutbox(ctx)
  })
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
    const [row] = await tx.select().from(orders).where(eq(orders.id, order_id)).for('update')
    const [current] = await tx.select().from(payment).where(eq(payment.id, id))
    if (!isOpen(current!.state)) return row!
    await recordPayment(tx, current!, 'failed', { refusal, error, claimed_until: null })
    await refuseOrder(tx, ctx, order_id)
    return { ...row!, status: 'payment_error' as const }
  })
  return {
    order_no: order.order_no,
    status: order.status,
    redirect_url: null,
    payment_message: refusalMessage(refusal),
  }
}
