import type { Tx } from '@kushi/db/connect'
import { orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { subscription } from '@kushi/db/schema/subscription'
import { eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { refuseOrder } from '../order/refuse-order.ts'
import type { PaymentRow } from '../payment/claim-payment.ts'
import type { PaymentReference } from '../payment/payment-port.ts'
import { recordPayment } from '../payment/record-payment.ts'
import { isLate, isOpen } from '../payment/rules/payment-state.ts'
import { concludeArranged } from './conclude-arranged.ts'
import { recordFailure } from './record-failure.ts'
import type { Arranged } from './write-delivery.ts'

/** The money stands: the delivery is arranged. One that was given up meanwhile is not revived; its money goes back. */
export const settleDelivery = (
  ctx: Context,
  claimed: PaymentRow,
  reference: PaymentReference,
): Promise<Arranged['result']> =>
  ctx.db.transaction(async (tx) => {
    const { row, order, current } = await lockAll(tx, claimed)
    const set = { reference, claimed_until: null }
    if (order.status !== 'payment_pending' || !isOpen(current.state)) {
      if (isLate(current.state)) await recordPayment(tx, current, 'void_pending', set)
      return 'passed'
    }
    await recordPayment(tx, current, 'authorised', set)
    await tx.update(orders).set({ status: 'arranged', updated_at: ctx.clock.now() }).where(eq(orders.id, order.id))
    await concludeArranged(tx, ctx, row, order)
    return 'arranged'
  })

/** Refused: the stock goes back, the member is told, and the plan says when it is tried again. */
export const failDelivery = (
  ctx: Context,
  claimed: PaymentRow,
  refusal: string,
  error: string,
): Promise<Arranged['result']> =>
  ctx.db.transaction(async (tx) => {
    const { row, order, current } = await lockAll(tx, claimed)
    if (!isOpen(current.state)) return 'passed'
    await recordPayment(tx, current, 'failed', { refusal, error, claimed_until: null })
    if (order.status !== 'payment_pending') return 'passed'
    await refuseOrder(tx, ctx, order)
    await recordFailure(tx, ctx, row, refusal)
    return 'failed'
  })

/** Always the subscription first, then its order, then the payment, so that nobody waits for each other. */
async function lockAll(tx: Tx, { id, order_id }: PaymentRow) {
  const [found] = await tx.select({ id: orders.subscription_id }).from(orders).where(eq(orders.id, order_id))
  const [row] = await tx.select().from(subscription).where(eq(subscription.id, found!.id!)).for('update')
  const [order] = await tx.select().from(orders).where(eq(orders.id, order_id)).for('update')
  const [current] = await tx.select().from(payment).where(eq(payment.id, id)).for('update')
  return { row: row!, order: order!, current: current! }
}
