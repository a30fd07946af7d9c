import type { PaymentStateName } from '@kushi/values/payment-method'
import { fromTimestamp } from '@kushi/values/timestamp'
import { formatYen } from '@kushi/values/yen'
import type { AdminVerb } from '../../admin/index.ts'
import { record } from '../../audit/index.ts'
import { collectCash } from '../../payment/index.ts'
import { invalidFields, ShopError } from '../../shop-error.ts'
import { lockOrder } from '../internal/lock-order.ts'
import { orderSubject, ownOrder } from '../internal/order-row.ts'
import { cashRefusal } from '../rules/order-refusals.ts'
import { orderDetail } from './show-order.ts'

/**
 * 入金を記録する: the amount of a delivered 代金引換 order that no parcel collected reached the shop in another way, for example
 * by bank transfer. Once, and exactly the open amount.
 * @throws ShopError 404; 409 when nothing is open; 422 for another amount, or a day before the order or after today
 */
export const recordCash: AdminVerb<'POST /admin/v1/orders/{id}/cash'> = async (ctx, { id, ...asked }) => {
  const { amount, paid_on, decision_reason } = asked
  const own = await ownOrder(ctx, id)
  await ctx.db.transaction(async (tx) => {
    const { order, paid } = await lockOrder(tx, own)
    const payment_state = paid && (paid.state as PaymentStateName)
    const refusal = cashRefusal({ ...order, payment_state })
    if (refusal) throw new ShopError(409, 'ERROR_ORDER_STATUS', refusal)
    const open = paid!.amount
    if (amount !== open)
      throw beside('amount', `まだ受け取っていない金額は、${formatYen(open)}です。同じ金額を入力してください。`)
    if (paid_on > ctx.clock.today()) throw beside('paid_on', '今日までの日付を入力してください。')
    if (paid_on < fromTimestamp(order.created_at.getTime()))
      throw beside('paid_on', 'ご注文の日以降の日付を入力してください。')
    await collectCash(tx, ctx, [paid])
    const after = { captured_amount: amount, paid_on, decision_reason }
    await record(tx, ctx, { ...orderSubject(order), before: { captured_amount: paid!.captured_amount }, after })
  })
  return orderDetail(ctx, ctx.db, id)
}

const beside = (path: 'amount' | 'paid_on', message: string) =>
  invalidFields([{ path, message_id: 'cmn-err-002', message }])
