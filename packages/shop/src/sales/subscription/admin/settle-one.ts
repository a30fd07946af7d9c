import type { Tx } from '@kushi/db/connect'
import { subscription, subscription_note } from '@kushi/db/schema/subscription'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { and, eq } from 'drizzle-orm'
import { systemActor } from '../../../actor.ts'
import { inTransaction } from '../../../context.ts'
import type { AdminHandler, OperatorContext } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { ShopError } from '../../../shop-error.ts'
import { requireUsableCard } from '../../payment/index.ts'
import { changePaymentMethod } from '../change-payment.ts'
import { endSubscription } from '../end-subscription.ts'
import { createRenewalOrder } from '../internal/create-renewal-order.ts'
import { memberContextFor } from '../internal/member-context-for.ts'
import { subscriptionLockedError } from '../internal/plan-change.ts'
import { findPlannedRefund, planYearlyRefund, refundYearlyRest } from '../internal/refund-rest.ts'
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
export const deliverUnpaid: AdminHandler<'POST /admin/v1/subscriptions/{id}/deliver-unpaid'> = (ctx, { id }) =>
  retry(ctx, id, true)

async function retry(ctx: OperatorContext, id: number, is_unpaid_allowed: boolean) {
  await findShopSubscription(ctx, id)
  const after = is_unpaid_allowed ? { delivered_unpaid: true } : { retried: true }
  const also = (tx: Tx) => recordAudit(tx, ctx, { ...subscriptionAuditSubject(id), after })
  await retryDelivery(ctx, id, { also, is_unpaid_allowed })
  return subscriptionDetail(ctx, id)
}

/**
 * 終了 at once: nothing more is delivered. The rest of a yearly payment is refunded as far as the operator decides. The
 * refund comes after the end, so that a crash in between leaves an open refund and never an unpaid delivery. Repeated
 * with the same amount, it only refunds what is not refunded yet.
 */
export const endSubscriptionForMember: AdminHandler<'POST /admin/v1/subscriptions/{id}/end'> = async (ctx, input) => {
  const { id, notify, decision_reason, refund_amount } = input
  await findShopSubscription(ctx, id)
  if (refund_amount > 0 && !ctx.operator.permissions.includes('payment.write'))
    throw new ShopError(403, 'ERROR_FORBIDDEN', '返金をする権限がありません。店長にご相談ください。')
  const refund = await ctx.db.transaction(async (tx) => {
    const mine = and(eq(subscription.shop_id, ctx.shop_id), eq(subscription.id, id))
    const [now] = await tx.select().from(subscription).where(mine).for('update')
    if (now!.summary_status === SUBSCRIPTION_STATUS.cancel && !isPrepaidDelivery(now!)) {
      const planned = await findPlannedRefund(tx, now!, refund_amount)
      if (!planned) throw subscriptionLockedError('cancelled')
      return planned
    }
    await refuseUncapturedYearly(tx, now!)
    const planned = refund_amount > 0 ? await planYearlyRefund(ctx, tx, now!, refund_amount) : null
    const quiet = { ...inTransaction(ctx, tx), is_quiet: !notify }
    await endSubscription(quiet, { id, reason: decision_reason, ...(planned && { refund: planned }) })
    if (notify) await notifyLastEventOverLine(tx, ctx, now!)
    const after = { ended: true, decision_reason, refund_asked: refund_amount, notify }
    // The subscription's event keeps the full text.
    await recordAudit(tx, ctx, { ...subscriptionAuditSubject(id), before: { ended: false }, after })
    return planned
  })
  if (refund) await refundYearlyRest(ctx, refund, input)
  return subscriptionDetail(ctx, id)
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
    return subscriptionDetail(inTransaction(ctx, tx), id)
  })
}
