import { type SQL, sql } from 'drizzle-orm'

/**
 * SQL condition: the same account or e-mail ordered since cart tracking `t` began. `status`: condition on the order
 * `o`. Leaves out renewal orders of subscriptions, which the daily run places.
 */
export const orderedSinceCartTrackingSql = (status: SQL): SQL => sql`exists (
  select from orders o join customer m on m.shop_id = o.shop_id and m.id = o.customer_id
  where o.shop_id = t.shop_id and (o.customer_id = t.customer_id or m.email = t.email)
    and o.created_at >= t.tracking_start_date and (o.cycle is null or o.cycle = 1) and ${status})`

/**
 * SQL condition: an order was placed since the cart tracking began. A refused or open payment is not a purchase: the
 * cart stays.
 */
export const purchasedSinceCartTrackingSql = orderedSinceCartTrackingSql(
  sql`o.status not in ('payment_pending', 'payment_error')`,
)
/** SQL condition: an order with an open payment was placed since the cart tracking began. */
export const paymentPendingSinceCartTrackingSql = orderedSinceCartTrackingSql(sql`o.status = 'payment_pending'`)
