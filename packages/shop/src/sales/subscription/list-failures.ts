import { customer } from '@kushi/db/schema/customer'
import { subscription } from '@kushi/db/schema/subscription'
import { refersToCondition } from '@kushi/db/shop-scope'
import {
  FAILED_SUBSCRIPTION_STATUSES,
  SUBSCRIPTION_STATUS_NAME,
  type SubscriptionStatusId,
} from '@kushi/values/subscription-status'
import { asc, inArray, isNotNull, or } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { loadSubscriptionsWithDetails } from './internal/load-subscription.ts'
import { failureMessage } from './rules/failure.ts'

/** Returns the deliveries that could not be arranged, with the reason and the next step, for the operator. */
export async function listDeliveryFailures(ctx: Context) {
  const rows = await ctx.db
    .select({ row: subscription, email: customer.email })
    .from(subscription)
    .innerJoin(customer, refersToCondition(subscription.customer_id, customer))
    .where(or(inArray(subscription.summary_status, FAILED_SUBSCRIPTION_STATUSES), isNotNull(subscription.final_cycle)))
    .orderBy(asc(subscription.id))
  const emails = new Map(rows.map(({ row, email }) => [row.id, email]))
  const all = await loadSubscriptionsWithDetails(
    ctx,
    rows.map(({ row }) => row),
  )
  const failures = all.flatMap(({ row, dunning, attempts }) => {
    if (!dunning) return []
    return {
      subscription: row.id,
      shop: row.shop_id,
      member: emails.get(row.id),
      cycle: row.cycle,
      delivery: row.next_delivery_date,
      status: SUBSCRIPTION_STATUS_NAME[row.summary_status as SubscriptionStatusId],
      failure: dunning.failure,
      reason: failureMessage(dunning.failure, attempts.at(-1)!.payment_method_id),
      since: dunning.failed_on,
      attempts: dunning.attempts,
      retry_on: dunning.retry_on ?? 'rests',
    }
  })
  return failures.sort((a, b) => (a.since ?? '').localeCompare(b.since ?? ''))
}
