import type { Queryable, Tx } from '@kushi/db/connect'
import { payment } from '@kushi/db/schema/payment'
import { subscription_event } from '@kushi/db/schema/subscription'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { isCashOnDelivery } from '@kushi/values/payment-method'
import { formatYen } from '@kushi/values/yen'
import { and, desc, eq, inArray } from 'drizzle-orm'
import { inTransaction } from '../../../context.ts'
import type { OperatorContext, OperatorQueryContext } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { invalidFields, ShopError } from '../../../shop-error.ts'
import type { ShipmentHook } from '../../fulfilment/index.ts'
import { findOrder, mailOrderRefunded, orderAuditSubject, requireOrderStatusChange } from '../../order/index.ts'
import { asOperatorError, findPaymentHold, isUnclaimedCondition, paymentBusyError } from '../../payment/index.ts'
import { refundOrder } from '../../refund/index.ts'
import { loadSubscriptionsWithDetails, type SubscriptionRow } from './load-subscription.ts'
import type { EventDetail } from './record-event.ts'
import { yearlyEnding } from './yearly.ts'

type RestRefund = NonNullable<EventDetail['refund']>

/**
 * Plans the refund of a yearly payment's rest before the subscription is ended.
 * @throws ShopError 409 if no refund is possible now, 422 for more than the shop has kept
 */
export async function planYearlyRefund(
  ctx: OperatorQueryContext,
  tx: Tx,
  row: SubscriptionRow,
  amount: number,
): Promise<RestRefund> {
  const [loaded] = await loadSubscriptionsWithDetails(inTransaction(ctx, tx), [row])
  const yearly = yearlyEnding(loaded!)
  if (!yearly) throw tooMuch(0)
  const { order_no, refunded_amount: given } = yearly
  const { order, paid } = await findOrder(inTransaction(ctx, tx), order_no)
  requireOrderStatusChange(order, 'returned')
  if (paid?.state !== 'captured' || amount >= yearly.kept_amount) throw tooMuch(yearly.kept_amount)
  if (!isCashOnDelivery(paid.payment_method_id) && (await findPaymentHold(tx, ctx.shop_id)))
    throw new ShopError(
      409,
      'ERROR_PAYMENTS_HELD',
      '決済を止めているため、いまは返金できません。決済を再開してから、もう一度お試しください。',
    )
  if ((await tx.$count(payment, and(sameRowCondition(payment, paid), isUnclaimedCondition()))) === 0)
    throw paymentBusyError()
  return { order_no, given, total: given + amount }
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

/** Returns the refund planned when the subscription ended; null: none, or another amount. */
export async function findPlannedRefund(tx: Tx, row: Mine, amount: number): Promise<RestRefund | null> {
  const refund = (await loadLastEnding(tx, row))?.refund
  return refund && refund.total - refund.given === amount ? refund : null
}

type Mine = Pick<SubscriptionRow, 'shop_id' | 'id'>

/** Returns the details of the last time that the subscription ended. */
export async function loadLastEnding(db: Queryable, { shop_id, id }: Mine): Promise<EventDetail | null> {
  const { detail, event } = subscription_event
  const ended = and(eq(subscription_event.shop_id, shop_id), eq(subscription_event.subscription_id, id))
  const [last] = await db
    .select({ detail })
    .from(subscription_event)
    .where(and(ended, inArray(event, ['ended', 'cancelled'])))
    .orderBy(desc(subscription_event.id))
    .limit(1)
  return (last?.detail as EventDetail | undefined) ?? null
}

/**
 * Makes the refund once, however often it is requested.
 * @throws ShopError with the provider's result, or 409 if another operator refunded something meanwhile
 */
export async function refundYearlyRest(
  ctx: OperatorContext,
  { order_no, given, total }: RestRefund,
  { decision_reason, notify }: { decision_reason: string; notify: boolean },
): Promise<void> {
  const also: ShipmentHook = async (tx, order) => {
    const isOwed = isCashOnDelivery(order.payment_method_id)
    const after = { ...(isOwed ? { owed_amount: total - given } : { refunded_amount: total }), decision_reason }
    await recordAudit(tx, ctx, { ...orderAuditSubject(order), before: { refunded_amount: given }, after })
    if (notify && !isOwed) await mailOrderRefunded(tx, ctx, order, { amount: total - given, total })
  }
  try {
    const seen = { refunded_amount: given }
    const what = { order_no, refund: { kind: 'reduction', total }, seen, credit_kind: 'ended' } as const
    await asOperatorError(refundOrder(ctx, { ...what, note: decision_reason }, also))
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    const { status, message } = error
    const said = `定期便は終了しましたが、返金がまだです。${message}ご注文 ${order_no} の画面からも返金できます。`
    throw new ShopError(status, error.error, said)
  }
}
