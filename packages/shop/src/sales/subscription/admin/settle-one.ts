import type { Tx } from '@kushi/db/connect'
import { subscription, subscription_note } from '@kushi/db/schema/subscription'
import { unrefundedAmount } from '@kushi/values/paid-amounts'
import { isRefundedByHand } from '@kushi/values/payment-method'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { and, eq } from 'drizzle-orm'
import { systemActor } from '../../../actor.ts'
import { contextInTransaction } from '../../../context.ts'
import type { AdminHandler, AdminInput, OperatorContext } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { ShopError } from '../../../shop-error.ts'
import { findOrder, type OrderRow, orderAuditSubject } from '../../order/index.ts'
import { requireUsableCard } from '../../payment/index.ts'
import { refundOneOrder } from '../../refund/index.ts'
import { changePaymentMethod } from '../change-payment.ts'
import { endSubscription } from '../end-subscription.ts'
import { createRenewalOrder } from '../internal/create-renewal-order.ts'
import { memberContextFor } from '../internal/member-context-for.ts'
import { subscriptionLockedError } from '../internal/plan-change.ts'
import { requireYearlyRefund } from '../internal/refund-rest.ts'
import { refuseUncapturedYearly } from '../internal/refuse-uncaptured.ts'
import {
  findShopSubscription,
  notifyLastEventOverLine,
  runOnBehalf,
  subscriptionAuditSubject,
} from '../internal/run-on-behalf.ts'
import { retryDelivery } from '../retry-one.ts'
import { isPrepaidDelivery } from '../rules/due.ts'
import { subscriptionDetail } from './show-one.ts'

/** お支払いを保存カードに変える. After a refused payment, charges the card at once, as for the member. */
export const changePaymentForMember: AdminHandler<'POST /admin/v1/subscriptions/{id}/payment'> = async (ctx, input) => {
  const { id, notify, card_seq, version } = input
  const row = await findShopSubscription(ctx, id)
  await requireUsableCard(memberContextFor(ctx, row, notify), card_seq)
  let isRepair = false
  const detail = await runOnBehalf(ctx, { id, notify }, async (member) => {
    const wish = { id, version, payment_method_id: 1, card_seq, third_party_consent: false } as const
    isRepair = (await changePaymentMethod(member, wish)).isRepair
  })
  if (!isRepair) return detail
  await createRenewalOrder({ ...ctx, actor: systemActor('subscription') }, id)
  return subscriptionDetail(ctx, id)
}

/** 再決済をいますぐ: charges the delivery again at once. The retry plan restarts with this attempt. */
export const retryPaymentNow: AdminHandler<'POST /admin/v1/subscriptions/{id}/retry'> = (ctx, { id }) =>
  retry(ctx, id, false)

/** Delivers a 年払い delivery that was stopped because the yearly payment is not here in full. */
export const deliverYearlyUnpaid: AdminHandler<'POST /admin/v1/subscriptions/{id}/deliver-unpaid'> = (ctx, { id }) =>
  retry(ctx, id, true)

async function retry(ctx: OperatorContext, id: number, is_unpaid_allowed: boolean) {
  await findShopSubscription(ctx, id)
  const after = is_unpaid_allowed ? { delivered_unpaid: true } : { retried: true }
  const also = (tx: Tx) => recordAudit(tx, ctx, { ...subscriptionAuditSubject(id), after })
  await retryDelivery(ctx, id, { also, is_unpaid_allowed })
  return subscriptionDetail(ctx, id)
}

/**
 * 終了 at once: nothing more is delivered. The rest of a yearly payment is refunded as far as the operator decides: it is
 * owed from the end on, and given back after it, so that a crash in between never leaves an unpaid delivery.
 */
export const endSubscriptionForMember: AdminHandler<'POST /admin/v1/subscriptions/{id}/end'> = async (ctx, input) => {
  const { id, notify, decision_reason, refund_amount } = input
  await findShopSubscription(ctx, id)
  if (refund_amount > 0 && !ctx.operator.permissions.includes('payment.write'))
    throw new ShopError(403, 'ERROR_FORBIDDEN', '返金をする権限がありません。店長にご相談ください。')
  const owed = await ctx.db.transaction(async (tx) => {
    const mine = and(eq(subscription.shop_id, ctx.shop_id), eq(subscription.id, id))
    const [now] = await tx.select().from(subscription).where(mine).for('update')
    if (now!.summary_status === SUBSCRIPTION_STATUS.cancel && !isPrepaidDelivery(now!))
      throw subscriptionLockedError('cancelled')
    await refuseUncapturedYearly(tx, now!)
    const order = refund_amount > 0 ? await requireYearlyRefund(ctx, tx, now!, refund_amount) : null
    const quiet = { ...contextInTransaction(ctx, tx), is_quiet: !notify }
    await endSubscription(quiet, { id, reason: decision_reason, refund_amount })
    if (notify) await notifyLastEventOverLine(tx, ctx, now!)
    const after = { ended: true, decision_reason, refund_asked: refund_amount, notify }
    // The subscription's event keeps the full text.
    await recordAudit(tx, ctx, { ...subscriptionAuditSubject(id), before: { ended: false }, after })
    return order && { order, ...(await recordOwed(tx, ctx, order, { refund_amount, decision_reason })) }
  })
  if (owed && !isRefundedByHand(owed.order.payment_method_id)) await giveBackOwed(ctx, owed, input)
  return subscriptionDetail(ctx, id)
}

type Ending = Pick<AdminInput<'POST /admin/v1/subscriptions/{id}/end'>, 'refund_amount' | 'decision_reason' | 'notify'>

/** Writes to the order's 操作履歴 the amount that it owes after the end. */
async function recordOwed(
  tx: Tx,
  ctx: OperatorContext,
  order: OrderRow,
  { refund_amount, decision_reason }: Omit<Ending, 'notify'>,
) {
  const { paid } = await findOrder(contextInTransaction(ctx, tx), order.order_no)
  const { refunded_amount, repaid_amount } = paid!
  const owed_amount = unrefundedAmount(paid)
  const before = { owed_amount: owed_amount - refund_amount }
  await recordAudit(tx, ctx, { ...orderAuditSubject(order), before, after: { owed_amount, decision_reason } })
  return { seen: { refunded_amount, repaid_amount, owed_amount } }
}

/**
 * Gives back by the provider what the end of a subscription owes.
 * @throws ShopError with the provider's result, or 409 if another operator refunded something meanwhile: it stays owed
 */
async function giveBackOwed(
  ctx: OperatorContext,
  { order, seen }: { order: OrderRow } & Awaited<ReturnType<typeof recordOwed>>,
  { refund_amount: amount, decision_reason, notify }: Ending,
): Promise<void> {
  try {
    // Without the amount owed before: the operator was asked for this sum.
    const refund = { kind: 'reduction', amount } as const
    await refundOneOrder(ctx, { id: order.id, refund, by_hand: false, seen, decision_reason, notify })
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    const { status, message } = error
    const said = `定期便は終了しましたが、返金がまだです。${message}ご注文 ${order.order_no} の画面から返金してください。`
    throw new ShopError(status, error.error, said)
  }
}

/** The maximum that the page shows. */
const MAX_NOTES = 100

export const addSubscriptionNote: AdminHandler<'POST /admin/v1/subscriptions/{id}/notes'> = async (
  ctx,
  { id, body },
) => {
  await findShopSubscription(ctx, id)
  const { shop_id } = ctx
  return ctx.db.transaction(async (tx) => {
    const there = and(eq(subscription_note.shop_id, shop_id), eq(subscription_note.subscription_id, id))
    if ((await tx.$count(subscription_note, there)) >= MAX_NOTES)
      throw new ShopError(409, 'ERROR_TOO_MANY', `メモは${MAX_NOTES}件までです。会員のメモもお使いください。`)
    const note = { shop_id, subscription_id: id, body, operator_id: ctx.operator.id, created_at: ctx.clock.now() }
    const [added] = await tx.insert(subscription_note).values(note).returning({ id: subscription_note.id })
    await recordAudit(tx, ctx, { ...subscriptionAuditSubject(id), after: { subscription_note_id: added!.id } })
    return subscriptionDetail(contextInTransaction(ctx, tx), id)
  })
}
