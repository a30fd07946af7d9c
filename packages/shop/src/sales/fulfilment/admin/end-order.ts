import { payment } from '@kushi/db/schema/payment'
import { formatYen } from '@kushi/values/yen'
import { and, desc, eq } from 'drizzle-orm'
import type { AdminContext, AdminVerb, OperatorContext } from '../../../foundation/admin/index.ts'
import { record } from '../../../foundation/audit/index.ts'
import { deliverOutbox } from '../../../messaging/message/index.ts'
import { invalidFields, ShopError } from '../../../shop-error.ts'
import { hasGoodsBack, mailRefunded, orderDetail, orderSubject, ownOrder } from '../../order/index.ts'
import { asOperatorError } from '../../payment/index.ts'
import { askToCancel, refundOrder } from '../cancel-order.ts'
import type { Also } from '../internal/also.ts'
import { cancelShipment, receiveShipments, takeParcelBack } from '../receive-shipments.ts'

// Operators' actions on an order of which its subscription is notified. Each writes the audit log in the same
// transaction.

const refreshed = (ctx: OperatorContext, id: number) => {
  ctx.afterwards(async () => void (await deliverOutbox(ctx)))
  return orderDetail(ctx, ctx.db, id)
}

interface CancelWanted {
  order_no: string
  decision_reason: string
  /** Whether the customer is notified by mail. */
  notify: boolean
  keep_subscription: boolean
}

/**
 * キャンセル with its audit entry. Cancels at once, or, while the order is being packed, asks the desk. Returns which.
 * @throws ShopError as `cancelOrder`
 */
export function cancelForReason(ctx: AdminContext, { decision_reason, ...wanted }: CancelWanted) {
  const { keep_subscription, notify } = wanted
  const also: Also = async (tx, order) => {
    const after = { status: 'cancelled', keep_subscription, decision_reason }
    await record(tx, ctx, { ...orderSubject(order), before: { status: order.status }, after })
  }
  const asked: Also = (tx, order) => {
    const after = { cancel_asked: true, keep_subscription, notify, decision_reason }
    return record(tx, ctx, { ...orderSubject(order), after })
  }
  return askToCancel(ctx, wanted, also, asked)
}

/** キャンセル: returns the stock and voids the authorisation, and notifies the customer if the operator chose so. */
export const cancelOneOrder: AdminVerb<'POST /admin/v1/orders/{id}/cancel'> = async (ctx, { id, ...input }) => {
  const { order_no } = await ownOrder(ctx, id)
  if ((await cancelForReason(ctx, { ...input, order_no })) === 'asked') throw askedInstead()
  return refreshed(ctx, id)
}

/** The request is already recorded; this error only informs the operator who pressed the button. */
const askedInstead = () =>
  new ShopError(
    409,
    'ERROR_IN_BATCH',
    '出荷作業中のため、すぐにはキャンセルできません。出荷の担当者に「キャンセルのご希望」を伝えました。荷物はそれまで発送されません。',
  )

/**
 * 返金: refunds `amount` yen more than the refunded amount on the screen, or, for a 返品, the rest. A repeated request
 * refunds nothing twice.
 * @throws ShopError 409 if another operator refunded something meanwhile
 */
export const refundOneOrder: AdminVerb<'POST /admin/v1/orders/{id}/refund'> = async (ctx, { id, ...input }) => {
  const { order_no } = await ownOrder(ctx, id)
  const { is_return, amount, refunded_amount, keep_subscription, decision_reason, notify, restock } = input
  const paid = await lastPayment(ctx, id)
  const taken = paid?.captured_amount ?? 0
  const given = paid?.refunded_amount ?? 0
  const total = is_return ? taken : refunded_amount + (amount ?? 0)
  if (!is_return) {
    if (amount === null) throw beside('返金する金額を入力してください。')
    if (total > taken) throw beside(`返金できるのは、あと${formatYen(taken - given)}です。`)
    if (total === taken) throw beside('全額を返すときは、「返品として全額を返金する」をお選びください。')
  }
  if (is_return && restock && (await hasGoodsBack(ctx.db, { shop_id: ctx.shop_id, id })))
    throw invalidFields([
      {
        path: 'restock',
        message_id: 'refused',
        message: '再送・交換で戻った商品は、記録済みです。チェックを外して、残りは在庫の画面で数えて入れてください。',
      },
    ])
  const also: Also = async (tx, order) => {
    const after = {
      refunded_amount: total,
      decision_reason,
      ...(is_return && { status: 'returned', keep_subscription, restock }),
    }
    const before = { refunded_amount: given, ...(is_return && { status: order.status }) }
    await record(tx, ctx, { ...orderSubject(order), before, after })
    if (notify && total > given) await mailRefunded(tx, ctx, order, { amount: total - given, total })
  }
  const seen = { order_no, given: refunded_amount }
  const what = is_return ? { ...seen, keep_subscription, restock } : { ...seen, amount: total }
  await asOperatorError(refundOrder(ctx, what, also))
  return refreshed(ctx, id)
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

/** お届け済み, for one parcel or for all shipped parcels. */
export const receiveOneOrder: AdminVerb<'POST /admin/v1/orders/{id}/receive'> = async (ctx, { id, shipment_no }) => {
  const { order_no } = await ownOrder(ctx, id)
  const also: Also = (tx, order) =>
    record(tx, ctx, { ...orderSubject(order), after: { received: shipment_no ?? 'all' } })
  await receiveShipments(ctx, { order_no, shipment_no }, also)
  return refreshed(ctx, id)
}

/** 欠品: cancels a parcel of a partly shipped order. Its money is returned by a separate refund. */
export const cancelOneParcel: AdminVerb<'POST /admin/v1/orders/{id}/parcels/{shipment_no}/cancel'> = async (
  ctx,
  { id, shipment_no, decision_reason },
) => {
  const { order_no } = await ownOrder(ctx, id)
  const also: Also = (tx, order) =>
    record(tx, ctx, { ...orderSubject(order), after: { cancelled: shipment_no, decision_reason } })
  await cancelShipment(ctx, { order_no, shipment_no }, also)
  return refreshed(ctx, id)
}

/**
 * 荷物の戻り: a parcel came back (受取拒否, 宛先不明). What becomes of goods and money is decided by 返品・返金. That 代引 of a parcel
 * that was received was not paid corrects the books, so it takes the permission for payments.
 */
export const takeOneParcelBack: AdminVerb<'POST /admin/v1/orders/{id}/parcels/{shipment_no}/back'> = async (
  ctx,
  { id, shipment_no, is_unpaid, decision_reason },
) => {
  const { order_no } = await ownOrder(ctx, id)
  if (is_unpaid && !ctx.operator.permissions.includes('payment.write'))
    throw new ShopError(403, 'ERROR_FORBIDDEN', 'この操作をする権限がありません。店長にご相談ください。')
  const also: Also = (tx, order) =>
    record(tx, ctx, { ...orderSubject(order), after: { parcel_back: shipment_no, is_unpaid, decision_reason } })
  await takeParcelBack(ctx, { order_no, shipment_no, is_unpaid }, also)
  return refreshed(ctx, id)
}
