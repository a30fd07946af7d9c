import { payment } from '@kushi/db/schema/payment'
import { mapOrderFees, ORDER_FEES, type OrderFee } from '@kushi/values/order-amounts'
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
  mailOrderRefunded,
  type OrderRow,
  orderAuditSubject,
  orderDetail,
  type ReturnedGoodsAndFees,
} from '../../order/index.ts'
import { asOperatorError, refuseRefundInTransfer } from '../../payment/index.ts'
import { refundOrder } from '../refund-order.ts'

/**
 * 返金: pieces and fees, `amount` yen more than the refunded amount on the screen, what is owed, or, for a 返品, everything that
 * is left. A repeated request refunds nothing twice.
 * @throws ShopError 409 if another operator refunded something meanwhile
 */
export const refundOneOrder: AdminHandler<'POST /admin/v1/orders/{id}/refund'> = async (ctx, { id, ...input }) => {
  const found = await findShopOrder(ctx, id)
  const { order_no } = found
  const { is_return, amount, refunded_amount, keep_subscription, decision_reason, notify, restock } = input
  const { owed = false, by_hand = false, repaid_amount, owed_amount } = input
  // A 返品 refunds all that is left: whoever names pieces, fees or a sum means something else.
  if (is_return && (amount !== null || input.items?.length || ORDER_FEES.some((name) => input[name])))
    throw beside('返品として全額を返すときは、商品や金額を選べません。')
  const paid = await lastPayment(ctx, id)
  const given = paid?.refunded_amount ?? 0
  const taken = is_return || owed ? null : await requestedGoods(ctx, found, input)
  const staysOwed = isRefundedByHand(found.payment_method_id) && !by_hand
  const before_owed = staysOwed ? (repaid_amount ?? 0) + (owed_amount ?? 0) : 0
  const total = refunded_amount + before_owed + (amount ?? 0)
  if (staysOwed && !is_return && !owed && owed_amount === undefined)
    throw invalidFields([
      { path: 'owed_amount', message_id: 'required', message: '画面にある未返金の額を添えてください。' },
    ])
  if (!is_return && !owed && !taken) {
    if (amount === null) throw beside('返金する金額を入力してください。')
    const owing = unrefundedAmount(paid ?? null)
    const kept = netCapturedAmount(paid ?? null) - (staysOwed ? owing : 0)
    const more = staysOwed ? amount : total - given
    if (more > kept) throw beside(`返金できるのは、あと${formatYen(kept)}です。`)
    if (more === kept && (staysOwed || owing === 0))
      throw beside('全額を返すときは、「返品として全額を返金する」をお選びください。')
  }
  if (owed && unrefundedAmount(paid ?? null) === 0) throw nothingOwed()
  if (is_return && restock && (await hasSettledReturn(ctx.db, { shop_id: ctx.shop_id, id })))
    throw refusedField(
      'restock',
      '再送・交換で戻った商品は、記録済みです。チェックを外して、残りは在庫の画面で数えて入れてください。',
    )
  const also: ShipmentHook = async (tx, order) => {
    const { paid: now } = await lockOrder(tx, order)
    const back = (now?.refunded_amount ?? 0) + (now?.repaid_amount ?? 0)
    const before_back = given + (paid?.repaid_amount ?? 0)
    const after = {
      refunded_amount: back,
      decision_reason,
      ...(by_hand && { by_hand }),
      ...(is_return && { status: 'returned', keep_subscription, restock }),
    }
    const before = { refunded_amount: before_back, ...(is_return && { status: order.status }) }
    await recordAudit(tx, ctx, { ...orderAuditSubject(order), before, after })
    if (notify && back > before_back)
      await mailOrderRefunded(tx, ctx, order, { amount: back - before_back, total: back })
  }
  const what = {
    ...(is_return
      ? { keep_subscription, restock }
      : owed
        ? { owed: true as const }
        : taken
          ? { taken }
          : { amount: total }),
    order_no,
    given: refunded_amount,
    by_hand,
    ...(repaid_amount === undefined ? {} : { repaid: repaid_amount }),
    ...(owed_amount === undefined ? {} : { owing: owed_amount }),
    note: decision_reason,
  }
  await asOperatorError(refundOrder(ctx, what, also))
  return orderDetail(ctx, ctx.db, id)
}

/**
 * The pieces and fees of a request; null: it names none.
 * @throws ShopError 422 beside the field for more than is left, everything that is left, or another sum than the screen showed
 */
async function requestedGoods(
  ctx: OperatorContext,
  order: OrderRow,
  input: RefundRequest,
): Promise<ReturnedGoodsAndFees | null> {
  const { items = [], amount } = input
  const fees = mapOrderFees((name) => input[name] ?? false)
  if (items.length === 0 && !ORDER_FEES.some((name) => fees[name])) return null
  const sale = await loadOrderWithCredits(ctx.db, order)
  const pieces = (id: number) => sale.rest.items.find((one) => one.order_item_id === id)?.pieces ?? 0
  const named = new Set(items.map(({ order_item_id }) => order_item_id))
  const tooMany = items.find(({ order_item_id, quantity }) => quantity > pieces(order_item_id))
  if (tooMany || named.size < items.length) {
    const left = tooMany ? pieces(tooMany.order_item_id) : 0
    throw refusedField('items', `返品できる数を超えています(あと${left}点)。`)
  }
  const taken = { items, ...fees }
  const sum = creditTotal(creditItemsOfRequest(sale, taken))
  if (amount !== null && amount !== sum)
    throw beside(`この内容の返金額は${formatYen(sum)}です。画面を読み込み直して、ご確認ください。`)
  if (
    sum === sale.rest.amount &&
    sale.rest.items.every(({ order_item_id, pieces: left }) => left === 0 || named.has(order_item_id))
  )
    throw beside('すべてを返すときは、「返品として全額を返金する」をお選びください。')
  return taken
}
type RefundRequest = Pick<AdminInput<'POST /admin/v1/orders/{id}/refund'>, 'items' | OrderFee | 'amount'>

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

const beside = (message: string) => invalidFields([{ path: 'amount', message_id: 'cmn-err-002', message }])

async function lastPayment({ db, shop_id }: OperatorContext, order_id: number) {
  const [paid] = await db
    .select()
    .from(payment)
    .where(and(eq(payment.shop_id, shop_id), eq(payment.order_id, order_id)))
    .orderBy(desc(payment.id))
    .limit(1)
  return paid
}
