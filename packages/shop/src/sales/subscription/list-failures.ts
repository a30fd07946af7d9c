import { customer } from '@kushi/db/schema/customer'
import { subscription } from '@kushi/db/schema/subscription'
import { refersTo } from '@kushi/db/shop-scope'
import { FAILED_STATUS, SUBSCRIPTION_STATUS_NAME, type SubscriptionStatusId } from '@kushi/values/subscription-status'
import { asc, inArray, isNotNull, or } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { loadWithDetails } from './internal/load-subscription.ts'
import { failureMessage } from './rules/failure.ts'

/** For the operator: returns deliveries that could not be arranged, with the reason and the next step. */
export async function listFailures(ctx: Context) {
  const rows = await ctx.db
    .select({ row: subscription, email: customer.email })
    .from(subscription)
    .innerJoin(customer, refersTo(subscription.customer_id, customer))
    .where(or(inArray(subscription.summary_status, FAILED_STATUS), isNotNull(subscription.final_cycle)))
    .orderBy(asc(subscription.id))
  const emails = new Map(rows.map(({ row, email }) => [row.id, email]))
  const all = await loadWithDetails(
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
