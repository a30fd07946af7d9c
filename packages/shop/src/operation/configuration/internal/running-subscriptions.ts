import { customer } from '@kushi/db/schema/customer'
import { subscription } from '@kushi/db/schema/subscription'
import { refersTo } from '@kushi/db/shop-scope'
import { RUNNING_STATUS } from '@kushi/values/subscription-status'
import { and, count, eq, inArray } from 'drizzle-orm'
import type { OperatorContext } from '../../../foundation/admin/index.ts'

/** Contracts that keep their terms, whatever is saved here: of each delivery method, payment method, or rank. */
export function countRunningSubscriptions(
  { db, shop_id }: OperatorContext,
  by: 'delivery_id' | 'payment_method_id' | 'customer_rank_id',
) {
  const key = by === 'customer_rank_id' ? customer.customer_rank_id : subscription[by]
  return db
    .select({ key, count: count() })
    .from(subscription)
    .innerJoin(customer, refersTo(subscription.customer_id, customer))
    .where(and(eq(subscription.shop_id, shop_id), inArray(subscription.summary_status, RUNNING_STATUS)))
    .groupBy(key)
    .orderBy(key)
}
