import { customer } from '@kushi/db/schema/customer'
import { subscription } from '@kushi/db/schema/subscription'
import { SUBSCRIPTION_STATUS_NAME, type SubscriptionStatusId } from '@kushi/values/subscription-status'
import { asc, eq, isNotNull } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { failureMessage } from './rules/failure.ts'

/** Deliveries that could not be arranged, with the reason and what happens next; for the operator. */
export async function listFailures(ctx: Context) {
  const rows = await ctx.db
    .select({ row: subscription, email: customer.email })
    .from(subscription)
    .innerJoin(customer, eq(customer.id, subscription.customer_id))
    .where(isNotNull(subscription.failure))
    .orderBy(asc(subscription.failed_on), asc(subscription.id))
  return rows.map(({ row, email }) => ({
    subscription: row.id,
    shop: row.shop_id,
    member: email,
    cycle: row.cycle,
    delivery: row.next_delivery_date,
    status: SUBSCRIPTION_STATUS_NAME[row.summary_status as SubscriptionStatusId],
    failure: row.failure,
    reason: failureMessage(row.failure!),
    since: row.failed_on,
    attempts: row.attempts,
    retry_on: row.retry_on ?? 'rests',
  }))
}
