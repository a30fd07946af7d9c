import type { Queryable, Tx } from '@kushi/db/connect'
import type { CreditNoteKind } from '@kushi/values/order-credit'
import { netCapturedAmount, unrefundedAmount } from '@kushi/values/paid-amounts'
import { isRefundedByHand, paymentMethodName } from '@kushi/values/payment-method'
import { reconcilePoints } from '../../catalogue/point/index.ts'
import type { Context, QueryContext } from '../../context.ts'
import { ShopError } from '../../shop-error.ts'
import {
  loadLiveShipments,
  loadShipmentPieces,
  orderCancelledOrReturned,
  type ShipmentHook,
  subscriptionContinuationCheck,
  syncShipmentsWithOrder,
} from '../fulfilment/index.ts'
import {
  creditItemsOfRequest,
  creditTotal,
  findOrder,
  hasSettledReturn,
  loadOrderWithCredits,
  lockOrder,
  type OrderRow,
  type ReturnedGoodsAndFees,
  requireOrderStatusChange,
  returnStock,
  writeOrderCredit,
  writeOrderStatus,
} from '../order/index.ts'
import {
  cashOnDelivery,
  type PaymentRow,
  recordManualRefund,
  refundPayment,
  refuseRefundInTransfer,
} from '../payment/index.ts'

/** The goods or amount that a refund returns. */
export type OrderRefund =
  /** 返品: all that is left, and the order ends. */
  | {
      kind: 'return'
      /** The goods can be sold again; otherwise the stock is adjusted by hand. */
      restock?: boolean
      /** The subscription that began with this order continues; if left out, it ends. */
      keep_subscription?: boolean
    }
  /** These pieces and fees. */
  | ({ kind: 'goods' } & ReturnedGoodsAndFees)
  /**
   * 値引き: refunds up to this total in yen. The amount already owed comes first, the rest is a price reduction on the
   * whole order.
   */
  | { kind: 'reduction'; total: number }
  /** Only the amount that is owed already. */
  | { kind: 'owed' }

/** The amounts (yen) that were refunded before, and that were owed. */
interface RefundedAmounts {
  refunded_amount: number
  repaid_amount: number
  owed_amount: number
}

interface RefundRequest {
  order_no: string
  refund: OrderRefund
  /** The money went back by bank transfer or in cash: no provider is called. */
  by_hand?: boolean
  /**
   * The amounts that the caller saw. The refund is refused if one of them has changed. Absent: they are not compared.
   */
  seen?: Partial<RefundedAmounts>
  /** Why the sale is lowered, if not by what kind of refund it is. */
  credit_kind?: CreditNoteKind
  note?: string
}

/**
 * 返品・返金 of a shipped order. Refunds the money first, so that the call can be repeated after a crash, and writes its 赤伝
 * in the same transaction. No provider refunds 代引 or 前払い: the money is owed until it is transferred, or recorded as
 * returned `by_hand`. Only a 返品 changes the order's status.
 * @throws ShopError 404, 409, 422; PaymentRefused, PaymentUnavailable
 */
export async function refundOrder(ctx: Context, input: RefundRequest, also?: ShipmentHook): Promise<OrderRow> {
  const { order: found, paid: last } = await findOrder(ctx, input.order_no)
  await refuseRefundInTransfer(ctx.db, found)
  // For a called-off order, only the owed amount is refunded.
  const isOff = found.status === 'cancelled' || found.status === 'payment_error'
  const { refund } = input
  if (found.status !== 'returned' && !(refund.kind === 'owed' && isOff)) requireOrderStatusChange(found, 'returned')
  const isPart = isPartial(refund, found)
  const keepsSubscription = refund.kind === 'return' && refund.keep_subscription === true
  if (keepsSubscription) await subscriptionContinuationCheck(ctx.db, found)
  const paid = last && !isPart ? await cashOnDelivery.close(ctx, last) : last
  const plan = await planRefund(ctx.db, found, paid, input)
  const isOwing = plan.money > 0 && staysOwed(paid, input)
  if (isOwing && refund.kind === 'owed') throw noProvider(found)
  if (isOwing || (plan.reduction > 0 && staysOwed(paid, input))) cashOnDelivery.refuseOpen(paid)
  const isSaid =
    paid &&
    !staysOwed(paid, input) &&
    (plan.money > 0 || input.seen !== undefined) &&
    (await giveBack(ctx, found, paid, { input, plan, also }))
  if (isPart) {
    if (isSaid) return found
    return ctx.db.transaction(async (tx) => {
      const { order, paid: now } = await lockOrder(tx, found)
      if (isOwing) refuseOvertaken(order, now, paid!, input)
      await refuseGone(tx, order, refund)
      // Nothing was paid, or the money is owed: the credit only lowers the sale.
      if (plan.money === 0 || isOwing) await writeBack(tx, ctx, { order, paid: now, input, plan })
      await also?.(tx, order)
      return order
    })
  }
  return ctx.db.transaction(async (tx) => {
    const { order, paid: now } = await lockOrder(tx, found)
    if (paid?.state !== 'captured' && now?.state === 'captured') throw paidMeanwhile(order)
    const isNew = order.status !== 'returned'
    if (isNew && isOwing) refuseOvertaken(order, now, paid!, input)
    if (isNew && !isSaid) await writeBack(tx, ctx, { order, paid: now, input, plan })
    if (!isSaid) await also?.(tx, order)
    if (!isNew) return order
    const [returned] = await writeOrderStatus(tx, ctx, [order], 'returned')
    await syncShipmentsWithOrder(tx, ctx, order)
    await orderCancelledOrReturned(tx, ctx, order, keepsSubscription)
    return returned!
  })
}

/** A reduction by the whole amount is a 返品. */
const isPartial = (refund: OrderRefund, { payment_total }: OrderRow): boolean =>
  refund.kind === 'reduction' ? refund.total < payment_total : refund.kind !== 'return'

/** 代引 and 前払い: the carrier or the store took the whole, and gives nothing back. */
const staysOwed = (paid: PaymentRow | null, { by_hand }: RefundRequest): boolean =>
  paid !== null && isRefundedByHand(paid.payment_method_id) && !by_hand

/** @throws ShopError 409 if something else was given back or is owed since the caller looked */
function refuseOvertaken(order: OrderRow, now: PaymentRow | null, paid: PaymentRow, input: RefundRequest): void {
  const { refunded_amount, repaid_amount } = paid
  const seen: RefundedAmounts = { refunded_amount, repaid_amount, owed_amount: unrefundedAmount(paid), ...input.seen }
  if (
    now?.refunded_amount !== seen.refunded_amount ||
    now.repaid_amount !== seen.repaid_amount ||
    unrefundedAmount(now) !== seen.owed_amount
  )
    throw overtaken(order)
}

/** @throws ShopError 409 if pieces were taken back since the caller looked, also where no yen tells it */
async function refuseGone(tx: Tx, order: OrderRow, refund: OrderRefund): Promise<void> {
  if (refund.kind !== 'goods') return
  const { rest } = await loadOrderWithCredits(tx, order)
  const left = new Map(rest.items.map(({ order_item_id, pieces }) => [order_item_id, pieces]))
  if (refund.items.some(({ order_item_id, quantity }) => quantity > (left.get(order_item_id) ?? 0)))
    throw overtaken(order)
}

interface RefundPlan {
  /** Yen to give back. */
  money: number
  /** The part of the refund that is a price reduction on the whole order. */
  reduction: number
}

async function planRefund(
  db: Queryable,
  order: OrderRow,
  paid: PaymentRow | null,
  input: RefundRequest,
): Promise<RefundPlan> {
  const { refund } = input
  const kept = netCapturedAmount(paid)
  if (refund.kind === 'return' || !isPartial(refund, order)) return { money: kept, reduction: 0 }
  const owed = unrefundedAmount(paid)
  if (refund.kind === 'owed') return { money: owed, reduction: 0 }
  if (refund.kind === 'reduction') {
    // An owed amount counts as refunded if no money moves now.
    if (paid && staysOwed(paid, input)) {
      const reduction = Math.max(0, refund.total - paid.refunded_amount - paid.repaid_amount - owed)
      return { money: Math.min(reduction, kept - owed), reduction }
    }
    const money = Math.max(0, refund.total - (paid?.refunded_amount ?? 0))
    return { money, reduction: Math.max(0, money - owed) }
  }
  const lines = creditItemsOfRequest(await loadOrderWithCredits(db, order), refund)
  const after = paid && { ...paid, credited_amount: paid.credited_amount + creditTotal(lines) }
  return { money: Math.min(kept, unrefundedAmount(after) - owed), reduction: 0 }
}

interface GivenBack {
  input: RefundRequest
  plan: RefundPlan
  also: ShipmentHook | undefined
}

/** Gives the money back, by the provider or by hand, and writes the 赤伝 with it. Returns whether this call did. */
async function giveBack(
  ctx: Context,
  found: OrderRow,
  paid: PaymentRow,
  { input, plan, also }: GivenBack,
): Promise<boolean> {
  if (input.by_hand && plan.money > 0)
    return ctx.db.transaction(async (tx) => {
      const { order, paid: now } = await lockOrder(tx, found)
      await refuseRefundInTransfer(tx, order)
      refuseOvertaken(order, now, paid, input)
      await writeBack(tx, ctx, { order, paid: now, input, plan })
      const { paid: credited } = await lockOrder(tx, found)
      await recordManualRefund(tx, ctx, credited!, { amount: plan.money, note: input.note ?? '' })
      await also?.(tx, order)
      return true
    })
  const { refund } = input
  const part = isPartial(refund, found) ? paid.refunded_amount + plan.money : undefined
  return refundPayment(ctx, paid, refund.kind === 'reduction' ? refund.total : part, {
    given: input.seen?.refunded_amount,
    lock: (tx) => lockOrder(tx, found),
    async also(tx) {
      const { order, paid: now } = await lockOrder(tx, found)
      await writeBack(tx, ctx, { order, paid: now, input, plan })
      await reconcilePoints(tx, ctx, [order.id])
      await also?.(tx, order)
    },
  })
}

interface WrittenBack {
  order: OrderRow
  paid: PaymentRow | null
  input: RefundRequest
  plan: RefundPlan
}

/** Writes the 赤伝 (none for an amount that is owed already), and returns pieces to stock. */
async function writeBack(tx: Tx, ctx: QueryContext, { order, paid, input, plan }: WrittenBack): Promise<void> {
  const { refund, credit_kind, note = '' } = input
  if (refund.kind === 'owed') return
  const sale = await loadOrderWithCredits(tx, order)
  if (refund.kind === 'reduction' && isPartial(refund, order)) {
    const sum = Math.min(plan.reduction, sale.rest.amount)
    const lines = sum > 0 ? creditItemsOfRequest(sale, { sum }) : []
    await writeOrderCredit(tx, ctx, order, paid, { kind: credit_kind ?? 'reduction', lines, note })
    return
  }
  // Goods that came back for a 再送・交換 are settled with it.
  const restock = refund.kind === 'return' && refund.restock === true && !(await hasSettledReturn(tx, order))
  const taken = refund.kind === 'goods' ? refund : null
  const lines = creditItemsOfRequest(sale, taken ?? { rest: true, restock })
  await writeOrderCredit(tx, ctx, order, paid, { kind: credit_kind ?? 'return', lines, note })
  const back = taken ? lines.filter(({ restocked }) => restocked) : restock ? await sentPieces(tx, order, sale) : []
  await returnStock(
    tx,
    back.map(({ order_item_id, quantity }) => {
      const { shop_id, product_sku_id } = sale.items.find(({ id }) => id === order_item_id)!
      return { shop_id, product_sku_id, quantity: quantity! }
    }),
  )
}

/**
 * The pieces of an order's parcels that a 返品 of all that is left decides about: without cancelled parcels, and without those of
 * earlier returns, which were put into stock or not.
 */
async function sentPieces(
  tx: Tx,
  order: OrderRow,
  { items, credited }: Awaited<ReturnType<typeof loadOrderWithCredits>>,
) {
  const sent = new Map<number, number>()
  for (const parcel of await loadLiveShipments(tx, order))
    for (const { order_item_id, quantity } of await loadShipmentPieces(tx, parcel))
      sent.set(order_item_id, (sent.get(order_item_id) ?? 0) + quantity)
  return items.flatMap(({ id: order_item_id }) => {
    const back = credited.filter(
      (line) =>
        line.order_item_id === order_item_id &&
        (line.kind_of === 'return' || (line.restocked && line.kind_of !== 'missing')),
    )
    const quantity = (sent.get(order_item_id) ?? 0) - back.reduce((sum, line) => sum + (line.quantity ?? 0), 0)
    return quantity > 0 ? [{ order_item_id, quantity }] : []
  })
}

/** The payment was captured concurrently, after this call had determined what to refund. */
const paidMeanwhile = ({ order_no }: OrderRow) =>
  new ShopError(
    409,
    'ERROR_ORDER_STATUS',
    `ご注文 ${order_no} の代金は、たったいま受け取り済みになりました。もう一度返金してください。`,
  )

const noProvider = ({ order_no, payment_method_id }: OrderRow) =>
  new ShopError(
    409,
    'ERROR_ORDER_STATUS',
    `ご注文 ${order_no} は${paymentMethodName(payment_method_id)}のため、決済会社からは返金できません。振込先を伺うか、お店の手で返したことを記録してください。`,
  )

const overtaken = ({ order_no }: OrderRow) =>
  new ShopError(
    409,
    'ERROR_CHANGED_MEANWHILE',
    `ご注文 ${order_no} は、ほかの担当者が先に返金しました。画面を読み込み直して、ご確認ください。`,
  )
