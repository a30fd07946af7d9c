import type { Tx } from '@kushi/db/connect'
import { orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { subscription } from '@kushi/db/schema/subscription'
import { eq, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { receivePending } from '../order/receive-order.ts'
import { refuseOrder } from '../order/refuse-order.ts'
import { deliverOutbox } from '../outbox/deliver-outbox.ts'
import { noteDecline } from './card-lock.ts'
import { type PaymentRow, releasePayment } from './claim-payment.ts'
import { keepCard } from './keep-card.ts'
import { mailHeld, mailRefused } from './payment-mail.ts'
import type { PaymentReference, PaymentRefusal, PaymentRefused } from './payment-port.ts'
import { type Placed, placedOrder } from './placed-order.ts'
import { recordPayment } from './record-payment.ts'
import { isLate, isOpen } from './rules/payment-state.ts'

/**
 * The money stands: the order is received, in one transaction. Asked twice it changes nothing the second time. An order
 * that was given up meanwhile is not revived; the authorisation is marked to be voided.
 */
export async function settlePayment(
  ctx: Context,
  { id, order_id }: PaymentRow,
  reference: PaymentReference,
): Promise<Placed> {
  const order = await ctx.db.transaction(async (tx) => {
    const { row, current } = await lockBoth(tx, id, order_id)
    const set = { reference, claimed_until: null }
    // Of a delivery that is tried again, only the newest attempt is open.
    if (row.status === 'payment_pending' && isOpen(current.state)) {
      await recordPayment(tx, current, 'authorised', set)
      await receivePending(tx, ctx, row)
      const { charge_permission_id } = reference
      if (charge_permission_id && row.subscription_id !== null)
        await tx.update(subscription).set({ charge_permission_id }).where(eq(subscription.id, row.subscription_id))
      return { ...row, status: 'received' as const }
    }
    if (isLate(current.state)) await recordPayment(tx, current, 'void_pending', set)
    return row
  })
  ctx.afterwards(() => keepCard(ctx, id))
  ctx.afterwards(async () => void (await deliverOutbox(ctx)))
  return placedOrder(order)
}

/** 審査中: the order waits with its stock, and its customer is told once. Of one that was given up it is called off. */
export async function holdPayment(ctx: Context, row: PaymentRow, reference: PaymentReference): Promise<Placed> {
  const { order, state } = await ctx.db.transaction(async (tx) => {
    const { row: order, current } = await lockBoth(tx, row.id, row.order_id)
    const waits = isOpen(current.state) && current.state !== 'held' && order.status === 'payment_pending'
    if (current.state === 'failed') await recordPayment(tx, current, 'void_pending', { reference })
    if (!waits) return { order, state: current.state }
    await recordPayment(tx, current, 'held', { reference, claimed_until: null })
    await mailHeld(tx, current)
    return { order, state: 'held' }
  })
  await releasePayment(ctx.db, row.id)
  ctx.afterwards(async () => void (await deliverOutbox(ctx)))
  return placedOrder({ ...order, state })
}

/**
 * The attempt is over without money: the stock goes back and the customer may order anew. `isAway`: nobody reads the
 * answer, so a mail tells it.
 */
export async function refusePayment(
  ctx: Context,
  { id, order_id, card_seq }: PaymentRow,
  refused: PaymentRefused | { refusal: PaymentRefusal; info: string },
  { isAway = false } = {},
): Promise<Placed> {
  const { refusal, info } = refused
  const order = await ctx.db.transaction(async (tx) => {
    const { row, current } = await lockBoth(tx, id, order_id)
    if (!isOpen(current.state)) return { ...row, refusal: current.refusal }
    await recordPayment(tx, current, 'failed', { refusal, error: info, claimed_until: null })
    if (isAway || current.state === 'held') await mailRefused(tx, ctx, current, refusal)
    const status = await refuseOrder(tx, ctx, row)
    return { ...row, status, refusal }
  })
  if (card_seq === null) await noteDecline(ctx, refused, order.customer_id)
  if (isAway) ctx.afterwards(async () => void (await deliverOutbox(ctx)))
  return placedOrder(order)
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
