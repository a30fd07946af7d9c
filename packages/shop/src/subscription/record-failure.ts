import type { Tx } from '@kushi/db/connect'
import { subscription } from '@kushi/db/schema/subscription'
import { formatWithWeekday } from '@kushi/values/date-format'
import { eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { enqueueLine } from '../outbox/enqueue-line.ts'
import { enqueueMail } from '../outbox/enqueue-mail.ts'
import { shopUrl } from '../setting/shop-url.ts'
import type { SubscriptionRow } from './load-subscription.ts'
import { recordEvent } from './record-event.ts'
import { eventText } from './rules/event-text.ts'
import { actionOf, failureMessage } from './rules/failure.ts'
import { nextRetry } from './rules/retry-plan.ts'
import { afterAction } from './rules/subscription-status.ts'
import { deliveryFailedLine } from './subscription-line.ts'
import { subscriptionMail } from './subscription-mail.ts'

const events = { fail_payment: 'payment_failed', fail_stock: 'stock_failed', fail_other: 'other_failed' } as const

/** A delivery that could not be arranged: status, next attempt, history and the mail to the member. */
export async function recordFailure(tx: Tx, ctx: Context, row: SubscriptionRow, failure: string): Promise<void> {
  const today = ctx.clock.today()
  const action = actionOf(failure)
  // Another kind of failure than before begins its own count.
  const isSame = row.failure !== null && actionOf(row.failure) === action && row.failed_on !== null
  const attempts = isSame ? row.attempts + 1 : 1
  const failed_on = isSame ? row.failed_on! : today
  const retry_on = nextRetry({ failure, attempts, failed_on }, today)
  const summary_status = afterAction(row.summary_status, action)
  // Paused or cancelled while the provider was asked: it stays so.
  if (summary_status === null) return
  const version = row.version + 1
  const failed_card_seq = action === 'fail_payment' ? row.card_seq : null
  const set = { summary_status, failure, attempts, failed_on, retry_on, failed_card_seq, version }
  await tx.update(subscription).set(set).where(eq(subscription.id, row.id))
  await recordEvent(tx, ctx.clock, row.id, events[action], 'system', { failure, version })
  const retry = retry_on
    ? `${formatWithWeekday(retry_on)}にもう一度お手続きします。`
    : '自動でのお手続きは終了しました。次のページからお手続きください。'
  const page = `${shopUrl(ctx.settings, row.shop_id)}/sh/mypage/subscriptions`
  const more = [failureMessage(failure), `${retry}\n${page}`]
  const mail = await subscriptionMail(tx, { ...row, ...set }, events[action], [], ...more)
  const key = `subscription-failed:${row.id}:${version}`
  await enqueueMail(tx, row.shop_id, key, mail)
  const facts = { why: failureMessage(failure), next: retry }
  await enqueueLine(tx, row.customer_id, key, deliveryFailedLine(ctx, row, eventText(events[action]), facts))
}
