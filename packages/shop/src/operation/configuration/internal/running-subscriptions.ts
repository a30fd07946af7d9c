import { customer } from '@kushi/db/schema/customer'
import { subscription } from '@kushi/db/schema/subscription'
import { refersToCondition } from '@kushi/db/shop-scope'
import { RUNNING_SUBSCRIPTION_STATUSES } from '@kushi/values/subscription-status'
import { and, count, eq, inArray } from 'drizzle-orm'
import type { OperatorContext } from '../../../foundation/admin/index.ts'

/**
 * Counts the running subscriptions of each delivery method, payment method or rank. A change of the setting does not
 * change their terms.
 */
export function countRunningSubscriptions(
  { db, shop_id }: OperatorContext,
  by: 'delivery_id' | 'payment_method_id' | 'customer_rank_id',
) {
  const key = by === 'customer_rank_id' ? customer.customer_rank_id : subscription[by]
  return db
    .select({ key, count: count() })
    .from(subscription)
    .innerJoin(customer, refersToCondition(subscription.customer_id, customer))
    .where(and(eq(subscription.shop_id, shop_id), inArray(subscription.summary_status, RUNNING_SUBSCRIPTION_STATUSES)))
    .groupBy(key)
    .orderBy(key)
}
