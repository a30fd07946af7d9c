import { subscription } from '@kushi/db/schema/subscription'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { and, eq, gt, isNotNull, ne, or } from 'drizzle-orm'
import type { Handler } from '../../context.ts'

const { settlement_error, cancel } = SUBSCRIPTION_STATUS

/**
 * Returns whether the payment of any subscription of the member failed, and whether one is running or paused. For the
 * menu.
 */
export const hasErrorPayment: Handler<'GET /v1/customer/has-error-payment'> = async (ctx) => {
  const standing = await ctx.db
    .selectDistinct({ status: subscription.summary_status })
    .from(subscription)
    .where(
      and(
        eq(subscription.customer_id, ctx.customer_id),
        eq(subscription.shop_id, ctx.shop_id),
        gt(subscription.summary_status, 0),
        or(ne(subscription.summary_status, cancel), isNotNull(subscription.final_cycle)),
      ),
    )
  return {
    has_error_payment: standing.some(({ status }) => status === settlement_error),
    has_subscription: standing.length > 0,
  }
}
