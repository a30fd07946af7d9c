import type { Tx } from '@kushi/db/connect'
import { formatDateWithWeekday } from '@kushi/values/date-format'
import { contextInTransaction, type QueryContext } from '../../../context.ts'
import { enqueueLineMessageToMember, enqueueMail } from '../../../messaging/message/index.ts'
import { nextRetry } from '../rules/dunning.ts'
import { endsAfterArrangedDelivery } from '../rules/ending.ts'
import { eventText } from '../rules/event-text.ts'
import { failureActionOf, failureMessage, needsShopAction } from '../rules/failure.ts'
import { mayPayByLink, payLinkUntil } from '../rules/pay-link.ts'
import { statusAfterAction } from '../rules/subscription-status.ts'
import { closeBillingAttempt, insertBillingAttempt } from './billing-attempt.ts'
import { payUrl } from './delivery-link.ts'
import { endAfterLastDelivery } from './end-on-request.ts'
import { listPayLinkMethods } from './list-pay-link-methods.ts'
import type { LoadedSubscription } from './load-subscription.ts'
import { recordEvent } from './record-event.ts'
import { saveSubscription } from './save-subscription.ts'
import { deliveryFailedLine, PAY_LINK_LABEL } from './subscription-line.ts'
import { subscriptionMail } from './subscription-mail.ts'
import { switchToFallbackPayment, usableFallbackPayment } from './switch-to-second-way.ts'

const events = { fail_payment: 'payment_failed', fail_stock: 'stock_failed', fail_other: 'other_failed' } as const

interface FailedAttempt {
  failure: string
  /** The number at the provider, if it was called; absent: it was not. */
  provider_order_id?: string
}

/**
 * Records a delivery that could not be arranged: status, attempt with the day of the next one, history, mail and LINE
 * message; or it goes to お支払いできないときに使う方法 and is due again today.
 */
export async function recordDeliveryFailure(
  tx: Tx,
  ctx: QueryContext,
  loaded: LoadedSubscription,
  { failure, provider_order_id }: FailedAttempt,
): Promise<void> {
  const { row, dunning } = loaded
  const today = ctx.clock.today()
  const action = failureActionOf(failure)
  // Another kind of failure starts its own count.
  const isSame = dunning !== null && !dunning.restarted && failureActionOf(dunning.failure) === action
  const attempts = isSame ? dunning.attempts + 1 : 1
  const retry_on = nextRetry({ failure, attempts, failed_on: isSame ? dunning.failed_on! : today }, today)
  // Paused or cancelled while the provider was being called: the status stays.
  const isOver = statusAfterAction(row.summary_status, action) === null
  // No repetition mends it.
  const isFinal = retry_on === null && action === 'fail_payment' && !isOver && !endsAfterArrangedDelivery(row)
  const second = isFinal ? await usableFallbackPayment(tx, ctx, loaded) : null
  const outcome = { outcome: 'failed' as const, failure, retry_on: second ? today : retry_on }
  const attempt =
    provider_order_id === undefined
      ? await insertBillingAttempt(tx, ctx, loaded, outcome)
      : await closeBillingAttempt(tx, row.shop_id, provider_order_id, outcome)
  // It was to be the last delivery, so nothing is retried.
  if (endsAfterArrangedDelivery(row)) return endAfterLastDelivery(tx, ctx, row)
  if (isOver) return
  if (second) return switchToFallbackPayment(tx, ctx, row, second, failure)
  const saved = await saveSubscription(tx, row, action)
  const { version } = saved
  await recordEvent(tx, ctx, row, events[action], { failure, version })
  const retry = retry_on
    ? `${formatDateWithWeekday(retry_on)}にもう一度お手続きします。`
    : needsShopAction(failure)
      ? 'お店からご連絡します。お客様のお手続きはいりません。'
      : '自動でのお手続きは終了しました。マイページからお手続きください。'
  const why = failureMessage(failure, row.payment_method_id)
  const isPayable =
    action === 'fail_payment' &&
    mayPayByLink(loaded, isFinal) &&
    (await listPayLinkMethods(contextInTransaction(ctx, tx))).length > 0
  const link = isPayable
    ? {
        text: `ログインせずに、このお届けの分だけを、ほかの方法でお支払いいただけます(${formatDateWithWeekday(payLinkUntil(today))}まで)。`,
        url: payUrl(ctx, row.shop_id, { ...row, attempt }),
      }
    : null
  const next = link ? `${retry}\n\n${link.text}\n${PAY_LINK_LABEL}\n${link.url}` : retry
  const mail = await subscriptionMail(tx, ctx, saved, events[action], { why, next })
  const key = `subscription-failed:${row.id}:${version}`
  const about = { customer_id: row.customer_id, subscription_id: row.id }
  await enqueueMail(tx, row.shop_id, key, mail, about)
  const facts = { what: eventText(events[action]), why, next: retry }
  await enqueueLineMessageToMember(tx, row, key, deliveryFailedLine(tx, ctx, row, { ...facts, link }), about)
}
