import { payment } from '@kushi/db/schema/payment'
import { ORDER_FEES } from '@kushi/values/order-amounts'
import { netCapturedAmount, unrefundedAmount } from '@kushi/values/paid-amounts'
import { isRefundedByHand } from '@kushi/values/payment-method'
import { formatYen } from '@kushi/values/yen'
import { and, desc, eq } from 'drizzle-orm'
import type { AdminHandler, AdminInput, OperatorContext } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { invalidFields, refusedField, ShopError } from '../../../shop-error.ts'
import type { ShipmentHook } from '../../fulfilment/index.ts'
import {
  cancelOwedRefund,
  creditItemsOfRequest,
  creditTotal,
  findShopOrder,
  hasSettledReturn,
  loadOrderWithCredits,
  lockOrder,
  type OrderRow,
  orderAuditSubject,
  orderDetail,
} from '../../order/index.ts'
import { type PaymentRow, refuseRefundInTransfer, translateForOperator } from '../../payment/index.ts'
import { mailOrderRefunded } from '../internal/refunded-mail.ts'
import { type OrderRefund, refundOrder } from '../refund-order.ts'

/**
 * 返金 of the amounts that the screen showed. A repeated request refunds nothing twice.
 * @throws ShopError 409 if another operator refunded something meanwhile
 */
export const refundOneOrder: AdminHandler<'POST /admin/v1/orders/{id}/refund'> = async (
  ctx,
  { id, refund, by_hand, seen, decision_reason, notify },
) => {
  const found = await findShopOrder(ctx, id)
  const { order_no, payment_method_id } = found
  const paid = (await selectLastPayment(ctx, id)) ?? null
  const staysOwed = isRefundedByHand(payment_method_id) && !by_hand
  await refuseRefund(ctx, found, { refund, seen, paid, staysOwed })
  const before_back = (paid?.refunded_amount ?? 0) + (paid?.repaid_amount ?? 0)
  const ended = refund.kind === 'return' ? refund : null
  const also: ShipmentHook = async (tx, order) => {
    const { paid: now } = await lockOrder(tx, order)
    const back = (now?.refunded_amount ?? 0) + (now?.repaid_amount ?? 0)
    const after = {
      refunded_amount: back,
      owed_amount: unrefundedAmount(now),
      decision_reason,
      ...(by_hand && { by_hand }),
      ...(ended && { status: 'returned', keep_subscription: ended.keep_subscription, restock: ended.restock }),
    }
    const before = {
      refunded_amount: before_back,
      owed_amount: unrefundedAmount(paid),
      ...(ended && { status: order.status }),
    }
    await recordAudit(tx, ctx, { ...orderAuditSubject(order), before, after })
    if (notify && back > before_back)
      await mailOrderRefunded(tx, ctx, order, { amount: back - before_back, total: back })
  }
  const asked: OrderRefund =
    refund.kind === 'reduction' ? { kind: 'reduction', total: totalOf(refund, seen, staysOwed) } : refund
  await translateForOperator(refundOrder(ctx, { order_no, refund: asked, by_hand, seen, note: decision_reason }, also))
  return orderDetail(ctx, ctx.db, id)
}

/** The sum (yen) of all refunds and of the amount that stays owed, after this price reduction. */
const totalOf = ({ amount }: Reduction, { refunded_amount, repaid_amount, owed_amount }: Seen, staysOwed: boolean) =>
  refunded_amount + (staysOwed ? repaid_amount + owed_amount : 0) + amount

/** Refuses a refund that is not possible. @throws ShopError 409, or 422 at the field */
async function refuseRefund(
  ctx: OperatorContext,
  order: OrderRow,
  { refund, seen, paid, staysOwed }: Asked,
): Promise<void> {
  const owed = unrefundedAmount(paid)
  if (refund.kind === 'goods') {
    // As on the screen: the order's own refund (返品) stays possible.
    if (order.payment_total > 0 && (paid?.state !== 'captured' || netCapturedAmount(paid) === 0))
      throw beside('受け取った代金がありません。商品が戻ったときは、「返品として全額を返金する」をお選びください。')
    await refuseGoods(ctx, order, refund)
  }
  if (refund.kind === 'reduction') {
    const kept = netCapturedAmount(paid) - (staysOwed ? owed : 0)
    const more = staysOwed ? refund.amount : totalOf(refund, seen, staysOwed) - (paid?.refunded_amount ?? 0)
    if (more > kept) throw beside(`返金できるのは、あと${formatYen(kept)}です。`)
    if (more === kept && (staysOwed || owed === 0))
      throw beside('全額を返すときは、「返品として全額を返金する」をお選びください。')
  }
  if (refund.kind === 'owed' && owed === 0) throw nothingOwed()
  if (refund.kind === 'return' && refund.restock && (await hasSettledReturn(ctx.db, order)))
    throw refusedField(
      'refund.restock',
      '再送・交換で戻った商品は、記録済みです。チェックを外して、残りは在庫の画面で数えて入れてください。',
    )
}

/** @throws ShopError 422 beside the field for more than is left, all that is left, or another sum than the screen showed */
async function refuseGoods(ctx: OperatorContext, order: OrderRow, goods: Goods): Promise<void> {
  const { items, amount } = goods
  const sale = await loadOrderWithCredits(ctx.db, order)
  const pieces = (id: number) => sale.rest.items.find((one) => one.order_item_id === id)?.pieces ?? 0
  const named = new Map(items.map(({ order_item_id, quantity }) => [order_item_id, quantity]))
  const tooMany = items.find(({ order_item_id, quantity }) => quantity > pieces(order_item_id))
  if (tooMany || named.size < items.length) {
    const left = tooMany ? pieces(tooMany.order_item_id) : 0
    throw refusedField('refund.items', `返品できる数を超えています(あと${left}点)。`)
  }
  if (items.length === 0 && !ORDER_FEES.some((name) => goods[name])) throw beside('返金する内容を選んでください。')
  const sum = creditTotal(creditItemsOfRequest(sale, goods))
  if (amount !== sum) throw beside(`この内容の返金額は${formatYen(sum)}です。画面を読み込み直して、ご確認ください。`)
  if (
    sum === sale.rest.amount &&
    sale.rest.items.every(({ order_item_id, pieces: left }) => left === (named.get(order_item_id) ?? 0))
  )
    throw beside('すべてを返すときは、「返品として全額を返金する」をお選びください。')
}

type Asked = Pick<AdminInput<'POST /admin/v1/orders/{id}/refund'>, 'refund' | 'seen'> & {
  paid: PaymentRow | null
  /** 代引, 前払い: nothing goes back now. */
  staysOwed: boolean
}
type Seen = Asked['seen']
type Goods = Extract<Asked['refund'], { kind: 'goods' }>
type Reduction = Extract<Asked['refund'], { kind: 'reduction' }>

const isOff = ({ status }: OrderRow) => status === 'cancelled' || status === 'payment_error'

const nothingOwed = () => new ShopError(409, 'ERROR_ORDER_STATUS', 'このご注文に、返金が済んでいない代金はありません。')

/** 返金しない: the shop keeps the amount that it owes, with the reason (sent again, settled otherwise). */
export const retainOwedAmount: AdminHandler<'POST /admin/v1/orders/{id}/owed/keep'> = async (ctx, { id, ...asked }) => {
  const { decision_reason, owed_amount } = asked
  const own = await findShopOrder(ctx, id)
  await ctx.db.transaction(async (tx) => {
    const { order, paid } = await lockOrder(tx, own)
    await refuseRefundInTransfer(tx, order)
    const owed = unrefundedAmount(paid)
    if (!paid || owed === 0) throw nothingOwed()
    if (owed !== owed_amount)
      throw new ShopError(
        409,
        'ERROR_CHANGED_MEANWHILE',
        `未返金は${formatYen(owed)}に変わっています。画面を読み込み直して、ご確認ください。`,
      )
    if (isOff(order))
      throw new ShopError(409, 'ERROR_ORDER_STATUS', '商品をお送りしないご注文の代金です。お客様にお返しください。')
    if (owed > paid.credited_amount)
      throw new ShopError(
        409,
        'ERROR_ORDER_STATUS',
        'お支払い金額より多くご入金いただいた代金です。お客様にお返しください。',
      )
    await cancelOwedRefund(tx, ctx, order, paid, { owed, note: decision_reason })
    const after = { owed_amount: 0, decision_reason }
    await recordAudit(tx, ctx, { ...orderAuditSubject(order), before: { owed_amount: owed }, after })
  })
  return orderDetail(ctx, ctx.db, id)
}

const beside = (message: string) => invalidFields([{ path: 'refund.amount', message_id: 'cmn-err-002', message }])

async function selectLastPayment({ db, shop_id }: OperatorContext, order_id: number) {
  const [paid] = await db
    .select()
    .from(payment)
    .where(and(eq(payment.shop_id, shop_id), eq(payment.order_id, order_id)))
    .orderBy(desc(payment.id))
    .limit(1)
  return paid
}
