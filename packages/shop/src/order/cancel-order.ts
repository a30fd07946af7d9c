import type { Tx } from '@kushi/db/connect'
import { order_item, orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { refundPayment } from '../payment/capture-payment.ts'
import { isFree, type PaymentRow } from '../payment/claim-payment.ts'
import { recordPayment } from '../payment/record-payment.ts'
import { ShopError } from '../shop-error.ts'
import { advanceCycle } from '../subscription/advance-cycle.ts'
import { expectStatus, findOrder, lockOrder } from './lock-order.ts'
import { returnStock } from './take-stock.ts'
import type { OrderRow } from './write-order.ts'

/**
 * キャンセル before the parcel left: the stock goes back at once, the authorisation by the job that repairs payments
 * (`void_pending`). A subscription goes on to its next cycle.
 */
export async function cancelOrder(ctx: Context, { order_no }: { order_no: string }): Promise<OrderRow> {
  const { order: found } = await findOrder(ctx, order_no)
  return ctx.db.transaction(async (tx) => {
    const { order, paid } = await lockOrder(tx, found)
    if (order.status === 'cancelled') return order
    // While the provider is asked nobody knows yet what there is to cancel.
    if (order.status === 'payment_pending' && !(await canBeCalledOff(tx, order, paid))) expectStatus(order, 'shipped')
    expectStatus(order, 'cancelled')
    if (paid?.state === 'captured') throw takenAlready(order)
    if (order.status !== 'payment_error')
      await returnStock(tx, await tx.select().from(order_item).where(eq(order_item.order_id, order.id)))
    if (paid && ['authorised', 'held', 'intent'].includes(paid.state)) await recordPayment(tx, paid, 'void_pending')
    const set = { status: 'cancelled' as const, updated_at: ctx.clock.now() }
    const [cancelled] = await tx.update(orders).set(set).where(eq(orders.id, order.id)).returning()
    await advanceCycle(tx, ctx.clock, order, 'delivery_cancelled')
    return cancelled!
  })
}

/**
 * An examination may take days, and the payment of a later delivery is asked for until there is an answer. What stands at the
 * provider is found by our number and voided; a charge of Amazon's, whose answer was lost, can't be found by it.
 */
async function canBeCalledOff(tx: Tx, { cycle }: OrderRow, paid: PaymentRow | null): Promise<boolean> {
  if (paid?.state !== 'intent') return paid?.state === 'held'
  if ((cycle ?? 1) === 1 || paid.payment_method_id === PAYMENT_METHOD.amazon_pay) return false
  const [idle] = await tx
    .select({ id: payment.id })
    .from(payment)
    .where(and(eq(payment.id, paid.id), isFree()))
  return idle !== undefined
}

/** A sending that was cut off after its money was taken, or that is under way: cancelled, nobody would give the money back. */
const takenAlready = ({ order_no }: OrderRow) =>
  new ShopError(
    409,
    'ERROR_ORDER_STATUS',
    `ご注文 ${order_no} は、発送のため代金を受け取り済みです。発送の登録をもう一度おこなってから、返金してください。`,
  )

/**
 * 返品・返金 of what was sent: the money first, so that a crash leaves it to be run again. The goods are counted by hand.
 * `amount`: only until so much in all is given back (一部返金), and the order stays as it is.
 */
export async function refundOrder(
  ctx: Context,
  { order_no, amount }: { order_no: string; amount?: number },
): Promise<OrderRow> {
  const { order: found, paid } = await findOrder(ctx, order_no)
  if (found.status !== 'returned') expectStatus(found, 'returned')
  if (paid) await refundPayment(ctx, paid, amount)
  if (amount !== undefined && amount < found.payment_total) return found
  return ctx.db.transaction(async (tx) => {
    const { order } = await lockOrder(tx, found)
    if (order.status === 'returned') return order
    expectStatus(order, 'returned')
    const set = { status: 'returned' as const, updated_at: ctx.clock.now() }
    const [returned] = await tx.update(orders).set(set).where(eq(orders.id, order.id)).returning()
    await advanceCycle(tx, ctx.clock, order, 'delivery_cancelled')
    return returned!
  })
}
