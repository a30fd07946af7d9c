import { subscription } from '@kushi/db/schema/subscription'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { and, eq } from 'drizzle-orm'
import type { Verb } from '../../context.ts'

/** Whether the payment of any subscription failed, for the red note in the menu. */
export const hasErrorPayment: Verb<'GET /v1/customer/has-error-payment'> = async (ctx) => {
  const [found] = await ctx.db
    .select({ id: subscription.id })
    .from(subscription)
    .where(
      and(
        eq(subscription.customer_id, ctx.customer_id),
        eq(subscription.shop_id, ctx.shop_id),
        eq(subscription.summary_status, SUBSCRIPTION_STATUS.settlement_error),
      ),
    )
    .limit(1)
  return { has_error_payment: found !== undefined }
}
