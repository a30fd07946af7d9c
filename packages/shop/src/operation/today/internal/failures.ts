import { billing_attempt, subscription } from '@kushi/db/schema/subscription'
import { FAILED_SUBSCRIPTION_STATUSES } from '@kushi/values/subscription-status'
import { sql } from 'drizzle-orm'
import type { OperatorContext } from '../../../foundation/admin/index.ts'
import { ownAttemptCondition } from '../../../sales/subscription/index.ts'

interface FailureCount extends Record<string, unknown> {
  failure: string
  subscriptions: number
  resting: number
  retry_on: string | null
}

/**
 * Deliveries that could not be arranged, by the reason of the last attempt. Leaves out subscriptions in a failure state
 * whose cycle has no attempt, because an operator has acted on them.
 */
export async function countSubscriptionFailures({ db, shop_id }: OperatorContext) {
  const { rows } = await db.execute<FailureCount>(sql`
    select last.failure, count(*)::int as subscriptions, (count(*) filter (where last.retry_on is null))::int as resting,
      min(last.retry_on)::text as retry_on
    from ${subscription} s cross join lateral (
      select a.failure, a.retry_on from ${billing_attempt} a
      where a.shop_id = s.shop_id and a.subscription_id = s.id and a.cycle = s.cycle and ${ownAttemptCondition(sql`a.resumed_by`)}
      order by a.attempt desc limit 1) last
    where s.shop_id = ${shop_id} and s.summary_status in ${FAILED_SUBSCRIPTION_STATUSES}
      and last.failure is not null
    group by last.failure order by resting desc, subscriptions desc, failure`)
  return { failures: rows }
}
