import { type SQL, sql } from 'drizzle-orm'

/**
 * Orders placed since cart tracking `t` began, by the same account or e-mail. Leaves out the renewal orders of
 * subscriptions that the daily run places.
 */
export const orderedSinceTracking = (status: SQL): SQL => sql`exists (
  select from orders o join customer m on m.shop_id = o.shop_id and m.id = o.customer_id
  where o.shop_id = t.shop_id and (o.customer_id = t.customer_id or m.email = t.email)
    and o.created_at >= t.tracking_start_date and (o.cycle is null or o.cycle = 1) and ${status})`

/** A refused payment is not a purchase: the cart stays. */
export const placedSinceTracking = orderedSinceTracking(sql`o.status not in ('payment_pending', 'payment_error')`)
export const paymentOpenSince = orderedSinceTracking(sql`o.status = 'payment_pending'`)
