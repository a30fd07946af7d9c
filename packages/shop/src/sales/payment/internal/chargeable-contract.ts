import { orders } from '@kushi/db/schema/order'
import { subscription } from '@kushi/db/schema/subscription'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { sql } from 'drizzle-orm'

/**
 * SQL condition: subscriptions that may still charge a delivery, now or when resumed. They are not cancelled, and their
 * first order is paid or still awaits its payment. A subscription whose first order was never paid never begins.
 */
export const mayBeChargedCondition = sql`(case when ${subscription.summary_status} > 0
  then ${subscription.summary_status} <> ${SUBSCRIPTION_STATUS.cancel}
  else exists (select from ${orders} where ${orders.shop_id} = ${subscription.shop_id}
    and ${orders.subscription_id} = ${subscription.id} and ${orders.cycle} = 1 and ${orders.status} = 'payment_pending') end)`
