import type { Tx } from '@kushi/db/connect'
import { payment } from '@kushi/db/schema/payment'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { isPaidByBankTransfers, paymentMethod } from '@kushi/values/payment-method'
import { hasLeftShop } from '@kushi/values/shipment'
import { and } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { ShopError } from '../../shop-error.ts'
import {
  CAPTURED_FOR_SHIPPING_TEXT,
  findOrder,
  isCapturedForShipping,
  loadOrderItems,
  lockOrder,
  type OrderRow,
  PAYMENT_UNDECIDED_TEXT,
  requireOrderStatusChange,
  returnStock,
  writeOrderStatus,
} from '../order/index.ts'
import {
  creditWholePayment,
  isUnclaimedCondition,
  type PaymentRow,
  paymentBusyError,
  recordPayment,
} from '../payment/index.ts'
import { closePersonCheck } from './check-person.ts'
import { orderCancelledOrReturned, subscriptionContinuationCheck } from './hooks.ts'
import { mailOrderCancelled } from './internal/changed-mail.ts'
import { findCancelRequest, saveShippingDecision } from './internal/decisions.ts'
import type { ShipmentHook } from './internal/shipment-hook.ts'
import { loadLiveShipments, syncShipmentsWithOrder } from './internal/shipments.ts'
import { refuseSharedBox } from './internal/unpack-shipment.ts'

interface CancelInput {
  order_no: string
  /** The subscription that began with this order continues; if left out, it ends. */
  keep_subscription?: boolean
  /** Notifies the customer by mail. */
  notify?: boolean
}

/**
 * キャンセル before the parcel leaves: returns the stock at once; the job that repairs payments releases the authorisation
 * (`void_pending`). A subscription continues with its next cycle; with its first order cancelled, it ends.
 */
export const cancelOrder = (ctx: Context, cancelled: CancelInput, also?: ShipmentHook) =>
  cancel(ctx, cancelled, false, also)

/**
 * The desk agrees to a cancel that the member asked for: takes the order out of its batch and cancels it with the
 * member's choices.
 * @throws ShopError as `cancelOrder`, and 409 when the request no longer exists
 */
export const approveCancelRequest = (ctx: Context, order: { order_no: string }, also?: ShipmentHook) =>
  cancel(ctx, order, true, also)

async function cancel(
  ctx: Context,
  { order_no, ...given }: CancelInput,
  is_agreed: boolean,
  also?: ShipmentHook,
): Promise<OrderRow> {
  const { order: found } = await findOrder(ctx, order_no)
  return ctx.db.transaction(async (tx) => {
    const { order, paid } = await lockOrder(tx, found)
    const wish = is_agreed ? await findCancelRequest(tx, order) : given
    await also?.(tx, order)
    if (order.status === 'cancelled') return order
    if (wish?.keep_subscription && !is_agreed) await subscriptionContinuationCheck(tx, order)
    if (!wish) throw askedNoMore(order)
    // While a call to the provider runs, it is unknown whether there is a payment to cancel.
    if (order.status === 'payment_pending' && !(await canBeCalledOff(tx, order, paid)))
      throw new ShopError(409, 'ERROR_ORDER_STATUS', `ご注文 ${order.order_no}: ${PAYMENT_UNDECIDED_TEXT}`)
    requireOrderStatusChange(order, 'cancelled')
    const parcels = await loadLiveShipments(tx, order)
    if (parcels.some(({ status }) => hasLeftShop(status))) throw partlySent(order)
    if (parcels.some(({ status }) => status === 'packed') && !is_agreed) throw beingPacked(order)
    for (const parcel of parcels) await refuseSharedBox(tx, parcel)
    if (paid && isCapturedForShipping({ ...paid, payment_state: paid.state })) throw takenAlready(order)
    if (paid?.state === 'authorised' && !(await isIdle(tx, paid))) throw paymentBusyError()
    if (paid && ['authorised', 'held', 'awaiting', 'intent'].includes(paid.state))
      await recordPayment(tx, ctx, paid, 'void_pending')
    // The order is paid, or partly paid.
    if (
      paid?.state === 'captured' ||
      (paid && isPaidByBankTransfers(paid.payment_method_id) && paid.captured_amount > 0)
    )
      await creditWholePayment(tx, ctx, paid)
    const [cancelled] = await writeOrderStatus(tx, ctx, [order], 'cancelled')
    if (order.status !== 'payment_error') await returnStock(tx, await loadOrderItems(tx, order))
    await syncShipmentsWithOrder(tx, ctx, order)
    await orderCancelledOrReturned(tx, ctx, order, wish.keep_subscription ?? false)
    await closePersonCheck(tx, ctx, order, 'cancel')
    if (wish.notify) await mailOrderCancelled(tx, ctx, order)
    return cancelled!
  })
}

/**
 * A review or a payment at a store may take days, and the payment of a later delivery is retried until the provider responds. A payment is
 * found at the provider by our number and voided. An Amazon charge whose response was lost can't be found that way.
 */
async function canBeCalledOff(tx: Tx, { cycle }: OrderRow, paid: PaymentRow | null): Promise<boolean> {
  if (paid?.state !== 'intent') return paid?.state === 'held' || paid?.state === 'awaiting'
  if ((cycle ?? 1) === 1 || paymentMethod(paid.payment_method_id).is_blind) return false
  return isIdle(tx, paid)
}

/** Whether no process is working on the payment with the provider. */
const isIdle = async (tx: Tx, paid: PaymentRow): Promise<boolean> =>
  (await tx.$count(payment, and(sameRowCondition(payment, paid), isUnclaimedCondition()))) === 1

const takenAlready = ({ order_no }: OrderRow) =>
  new ShopError(409, 'ERROR_ORDER_STATUS', `ご注文 ${order_no} は、${CAPTURED_FOR_SHIPPING_TEXT}`)

const beingPacked = ({ order_no }: OrderRow) =>
  new ShopError(
    409,
    'ERROR_IN_BATCH',
    `ご注文 ${order_no} は、出荷作業中です。出荷の担当者が、出荷を止めてキャンセルします。`,
  )

const askedNoMore = ({ order_no }: OrderRow) =>
  new ShopError(
    409,
    'ERROR_ORDER_STATUS',
    `ご注文 ${order_no} のキャンセルのご希望には、すでにお答えしています。画面を読み込み直して、ご確認ください。`,
  )

const partlySent = ({ order_no }: OrderRow) =>
  new ShopError(
    409,
    'ERROR_ORDER_STATUS',
    `ご注文 ${order_no} は、一部を発送済みです。残りの荷物を発送するか取り消してから、返金してください。`,
  )

/**
 * The member asks to cancel: done at once while the order is not being packed. Otherwise the request waits for the
 * desk, and the parcel does not leave before the desk has decided. Returns which.
 * @throws ShopError as `cancelOrder`
 */
export async function requestCancel(
  ctx: Context,
  { order_no, keep_subscription = false, notify = false }: CancelInput,
  also?: ShipmentHook,
  asked?: ShipmentHook,
): Promise<'cancelled' | 'asked'> {
  try {
    await cancelOrder(ctx, { order_no, keep_subscription, notify }, also)
    return 'cancelled'
  } catch (error) {
    if (!(error instanceof ShopError) || error.error !== 'ERROR_IN_BATCH') throw error
  }
  const { order: found } = await findOrder(ctx, order_no)
  await ctx.db.transaction(async (tx) => {
    const { order } = await lockOrder(tx, found)
    requireOrderStatusChange(order, 'cancelled')
    await saveShippingDecision(tx, ctx, order, { cancel_asked_at: ctx.clock.now(), keep_subscription, notify })
    await asked?.(tx, order)
  })
  return 'asked'
}
