import type { Tx } from '@kushi/db/connect'
import { isRow } from '@kushi/db/in-shop'
import { payment } from '@kushi/db/schema/payment'
import { paymentMethod } from '@kushi/values/payment-method'
import { isOut } from '@kushi/values/shipment'
import { and } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { ShopError } from '../../shop-error.ts'
import {
  expectStatus,
  findOrder,
  hasGoodsBack,
  itemsOf,
  lockOrder,
  mailCancelled,
  type OrderRow,
  returnStock,
  writeStatus,
} from '../order/index.ts'
import { closeCash, isFree, type PaymentRow, paymentBusy, recordPayment, refundPayment } from '../payment/index.ts'
import type { Also } from './internal/also.ts'
import { askedCancel, decide } from './internal/decisions.ts'
import { liveShipments, piecesOf, writeShipment } from './internal/shipments.ts'
import { refuseBox } from './internal/unpack-shipment.ts'
import { orderCalledOff, subscriptionToContinue } from './reactions.ts'

interface Ended {
  order_no: string
  /** The subscription that began with this order continues; if left out, it ends. */
  keep_subscription?: boolean
}
interface Refunded extends Ended {
  amount?: number
  given?: number
  restock?: boolean
}
interface Cancelled extends Ended {
  /** Notifies the customer by mail. */
  notify?: boolean
}

/**
 * キャンセル before the parcel leaves: returns the stock at once; the job that repairs payments releases the authorisation
 * (`void_pending`). A subscription continues with its next cycle; with its first order cancelled, it ends.
 */
export const cancelOrder = (ctx: Context, cancelled: Cancelled, also?: Also) => cancel(ctx, cancelled, false, also)

/**
 * The desk agrees to a cancel that the member asked for: takes the order out of its batch and cancels it with the
 * member's choices.
 * @throws ShopError as `cancelOrder`, and 409 when the request no longer exists
 */
export const agreeToCancel = (ctx: Context, order: { order_no: string }, also?: Also) => cancel(ctx, order, true, also)

async function cancel(
  ctx: Context,
  { order_no, ...given }: Cancelled,
  is_agreed: boolean,
  also?: Also,
): Promise<OrderRow> {
  const { order: found } = await findOrder(ctx, order_no)
  return ctx.db.transaction(async (tx) => {
    const { order, paid } = await lockOrder(tx, found)
    const wish = is_agreed ? await askedCancel(tx, order) : given
    await also?.(tx, order)
    if (order.status === 'cancelled') return order
    if (wish?.keep_subscription && !is_agreed) await subscriptionToContinue(tx, order)
    if (!wish) throw askedNoMore(order)
    // While a call to the provider is running, it is unknown what there is to cancel.
    if (order.status === 'payment_pending' && !(await canBeCalledOff(tx, order, paid))) expectStatus(order, 'shipped')
    expectStatus(order, 'cancelled')
    const parcels = await liveShipments(tx, order)
    if (parcels.some(({ status }) => isOut(status))) throw partlySent(order)
    if (parcels.some(({ status }) => status === 'packed') && !is_agreed) throw beingPacked(order)
    for (const parcel of parcels) await refuseBox(tx, parcel)
    if (paid?.state === 'captured') throw takenAlready(order)
    if (paid?.state === 'authorised' && !(await isIdle(tx, paid))) throw paymentBusy()
    if (order.status !== 'payment_error') await returnStock(tx, await itemsOf(tx, order))
    if (paid && ['authorised', 'held', 'intent'].includes(paid.state))
      await recordPayment(tx, ctx, paid, 'void_pending')
    const cancelled = await writeStatus(tx, ctx, order, 'cancelled')
    await settleShipments(tx, ctx, order)
    await orderCalledOff(tx, ctx, order, wish.keep_subscription ?? false)
    if (wish.notify) await mailCancelled(tx, ctx, order)
    return cancelled
  })
}

/**
 * A review may take days, and the payment of a later delivery is retried until the provider responds. A payment is
 * found at the provider by our number and voided. An Amazon charge whose response was lost can't be found that way.
 */
async function canBeCalledOff(tx: Tx, { cycle }: OrderRow, paid: PaymentRow | null): Promise<boolean> {
  if (paid?.state !== 'intent') return paid?.state === 'held'
  if ((cycle ?? 1) === 1 || paymentMethod(paid.payment_method_id).is_blind) return false
  return isIdle(tx, paid)
}

/** Whether no process is working on the payment with the provider. */
const isIdle = async (tx: Tx, paid: PaymentRow): Promise<boolean> =>
  (await tx.$count(payment, and(isRow(payment, paid), isFree()))) === 1

/**
 * The money was captured, but the shipping was interrupted or is in progress. If the order were cancelled now, the
 * money would never be refunded.
 */
const takenAlready = ({ order_no }: OrderRow) =>
  new ShopError(
    409,
    'ERROR_ORDER_STATUS',
    `ご注文 ${order_no} は、発送のため代金を受け取り済みです。発送の登録をもう一度おこなってから、返金してください。`,
  )

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

/** The payment was captured concurrently, after this call had determined what to refund. */
const paidMeanwhile = ({ order_no }: OrderRow) =>
  new ShopError(
    409,
    'ERROR_ORDER_STATUS',
    `ご注文 ${order_no} の代金は、たったいま受け取り済みになりました。もう一度返金してください。`,
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
export async function askToCancel(
  ctx: Context,
  { order_no, keep_subscription = false, notify = false }: Cancelled,
  also?: Also,
  asked?: Also,
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
    expectStatus(order, 'cancelled')
    await decide(tx, ctx, order, { cancel_asked_at: ctx.clock.now(), keep_subscription, notify })
    await asked?.(tx, order)
  })
  return 'asked'
}

/** Moves the order's parcels with it: cancelled if they have not left, returned if they have and are not back yet. */
async function settleShipments(tx: Tx, ctx: Context, order: OrderRow): Promise<void> {
  for (const parcel of await liveShipments(tx, order))
    if (parcel.status !== 'returned')
      await writeShipment(tx, ctx, parcel, isOut(parcel.status) ? 'returned' : 'cancelled')
}

/**
 * 返品・返金 of a shipped order: refunds the money first, so that the call can be repeated after a crash. `amount`: refunds
 * up to this total in yen (一部返金), and the order keeps its status. `given`: the amount already refunded, as the caller
 * saw it. `restock`: the goods can be sold again; otherwise the stock is adjusted by hand.
 */
export async function refundOrder(
  ctx: Context,
  { order_no, amount, given, keep_subscription = false, restock = false }: Refunded,
  also?: Also,
): Promise<OrderRow> {
  const { order: found, paid: last } = await findOrder(ctx, order_no)
  if (found.status !== 'returned') expectStatus(found, 'returned')
  const isPart = amount !== undefined && amount < found.payment_total
  if (keep_subscription && !isPart) await subscriptionToContinue(ctx.db, found)
  const paid = last && !isPart ? await closeCash(ctx, last) : last
  const isSaid = paid && (await refundPayment(ctx, paid, amount, { given, also: async (tx) => also?.(tx, found) }))
  const say = async (tx: Tx, order: OrderRow) => {
    if (!isSaid) await also?.(tx, order)
  }
  if (isPart) {
    await ctx.db.transaction((tx) => say(tx, found))
    return found
  }
  return ctx.db.transaction(async (tx) => {
    const { order, paid: now } = await lockOrder(tx, found)
    if (paid?.state !== 'captured' && now?.state === 'captured') throw paidMeanwhile(order)
    await say(tx, order)
    if (order.status === 'returned') return order
    const returned = await writeStatus(tx, ctx, order, 'returned')
    // The stock is already back for a cancelled parcel, and for goods that came back for a 再送・交換 concurrently.
    if (restock && !(await hasGoodsBack(tx, order)))
      await returnStock(tx, await piecesOf(tx, await liveShipments(tx, order)))
    await settleShipments(tx, ctx, order)
    await orderCalledOff(tx, ctx, order, keep_subscription)
    return returned
  })
}
