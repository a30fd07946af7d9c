import type { Tx } from '@kushi/db/connect'
import { payment } from '@kushi/db/schema/payment'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { isRefundedByHand } from '@kushi/values/payment-method'
import { formatYen } from '@kushi/values/yen'
import { and } from 'drizzle-orm'
import { contextInTransaction } from '../../../context.ts'
import type { OperatorQueryContext } from '../../../foundation/admin/index.ts'
import { invalidFields, ShopError } from '../../../shop-error.ts'
import { findOrder, type OrderRow, requireOrderStatusChange } from '../../order/index.ts'
import { findPaymentHold, isUnclaimedCondition, paymentBusyError } from '../../payment/index.ts'
import { loadSubscriptionsWithDetails, type SubscriptionRow } from './load-subscription.ts'
import { yearlyRestAtEnd } from './yearly.ts'

/**
 * Checks, before a subscription is ended, that so much of its yearly payment can be given back now. Returns its order.
 * @throws ShopError 409 if no refund is possible now, 422 for more than the shop has kept
 */
export async function requireYearlyRefund(
  ctx: OperatorQueryContext,
  tx: Tx,
  row: SubscriptionRow,
  amount: number,
): Promise<OrderRow> {
  const [loaded] = await loadSubscriptionsWithDetails(contextInTransaction(ctx, tx), [row])
  const yearly = yearlyRestAtEnd(loaded!)
  if (!yearly) throw tooMuch(0)
  const { order, paid } = await findOrder(contextInTransaction(ctx, tx), yearly.order_no)
  requireOrderStatusChange(order, 'returned')
  if (paid?.state !== 'captured' || amount >= yearly.kept_amount) throw tooMuch(yearly.kept_amount)
  if (!isRefundedByHand(paid.payment_method_id) && (await findPaymentHold(tx, ctx.shop_id)))
    throw new ShopError(
      409,
      'ERROR_PAYMENTS_HELD',
      '決済を止めているため、いまは返金できません。決済を再開してから、もう一度お試しください。',
    )
  if ((await tx.$count(payment, and(sameRowCondition(payment, paid), isUnclaimedCondition()))) === 0)
    throw paymentBusyError()
  return order
}

const tooMuch = (kept: number) =>
  invalidFields([
    {
      path: 'refund_amount',
      message_id: 'cmn-err-002',
      message:
        kept > 1 ? `${formatYen(kept - 1)}までで入力してください。` : '返金できる代金がありません。0円にしてください。',
    },
  ])
