import { order_item, orders } from '@kushi/db/schema/order'
import { subscription } from '@kushi/db/schema/subscription'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { sql } from 'drizzle-orm'

/**
 * SQL condition for a query that joins `orders`: deliveries of 年払い that the order paid for are still to come. The
 * points of the order come after the last of them.
 */
export const awaitsPaidDeliveriesSql = sql<boolean>`exists (select from ${subscription}
  join ${order_item} on ${order_item.shop_id} = ${subscription.shop_id} and ${order_item.order_id} = ${orders.id} and ${order_item.lump_sum_payment_flag}
  where ${subscription.shop_id} = ${orders.shop_id} and ${subscription.id} = ${orders.subscription_id}
    and (${subscription.summary_status} <> ${SUBSCRIPTION_STATUS.cancel} or ${subscription.final_cycle} is not null)
    and ${subscription.cycle} <= coalesce(${order_item.lump_sum_payment_num}, 1))`
