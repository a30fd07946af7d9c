import { timestampToJapanDate } from '@kushi/values/timestamp'
import { formatYen } from '@kushi/values/yen'
import type { AdminHandler } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { invalidFields, ShopError } from '../../../shop-error.ts'
import { cashOnDelivery } from '../../payment/index.ts'
import { lockOrder } from '../internal/lock-order.ts'
import { findShopOrder, orderAuditSubject } from '../internal/order-row.ts'
import { recordCashRefusal } from '../rules/order-refusals.ts'
import { orderDetail } from './show-order.ts'

/**
 * 入金を記録する: records that the shop received the amount of a delivered 代金引換 order, or a part of it, in another way than by
 * its parcel, such as a bank transfer. `captured_amount` is the amount received before, so that each part counts once.
 * @throws ShopError 404; 409 when nothing is open, or more was received meanwhile; 422 for more than is open, or a day
 * before the order or after today
 */
export const recordCashOnDelivery: AdminHandler<'POST /admin/v1/orders/{id}/cash'> = async (ctx, { id, ...asked }) => {
  const { amount, captured_amount, paid_on, decision_reason } = asked
  const own = await findShopOrder(ctx, id)
  await ctx.db.transaction(async (tx) => {
    const { order, paid } = await lockOrder(tx, own)
    const payment_state = paid?.state ?? null
    const refusal = recordCashRefusal({ ...order, payment_state })
    if (refusal) throw new ShopError(409, 'ERROR_ORDER_STATUS', refusal)
    const received = paid!.captured_amount
    if (received !== captured_amount)
      throw new ShopError(
        409,
        'ERROR_CHANGED_MEANWHILE',
        `入金は、すでに記録されています(合計 ${formatYen(received)})。画面を読み込み直して、ご確認ください。`,
      )
    const open = paid!.amount - received
    if (amount > open) throw beside('amount', `まだ受け取っていない金額は、${formatYen(open)}です。`)
    if (paid_on > ctx.clock.today()) throw beside('paid_on', '今日までの日付を入力してください。')
    if (paid_on < timestampToJapanDate(order.created_at.getTime()))
      throw beside('paid_on', 'ご注文の日以降の日付を入力してください。')
    await cashOnDelivery.recordReceived(tx, ctx, paid!, amount)
    const after = { captured_amount: received + amount, paid_on, decision_reason }
    await recordAudit(tx, ctx, { ...orderAuditSubject(order), before: { captured_amount }, after })
  })
  return orderDetail(ctx, ctx.db, id)
}

const beside = (path: 'amount' | 'paid_on', message: string) =>
  invalidFields([{ path, message_id: 'cmn-err-002', message }])
