import { japanDaySql } from '@kushi/db/japan-day'
import { customer_rank_event } from '@kushi/db/schema/customer'
import { ledger_entry } from '@kushi/db/schema/ledger'
import { order_credit, order_item, order_status_event, orders } from '@kushi/db/schema/order'
import { order_fact } from '@kushi/db/schema/report'
import { boughtGoodsSql } from '@kushi/db/set-parts'
import { LTV_DAYS } from '@kushi/values/report'
import { type SQL, sql } from 'drizzle-orm'
import { isFirstOrderSql, orderAmountColumnsSql } from '../../../accounting/ledger/index.ts'

/** SQL list of the statuses of a closed order: it left, came back, or will never leave. */
export const CLOSED_STATUSES_SQL = sql`('shipped', 'delivered', 'returned', 'cancelled')`

const accepted = sql`('received', 'arranged', 'shipped', 'delivered', 'returned')`
/** SQL condition: the order `o` was once paid or accepted. */
export const isOrderAcceptedSql = sql`exists (
  select from ${order_status_event} x where x.shop_id = o.shop_id and x.order_id = o.id and x.status in ${accepted})`

/**
 * SQL of the facts of the orders that `where` selects, from the orders and their events alone. It is used to store the
 * facts of closed orders, to check them, and to count open orders. An order that was never paid or accepted has no
 * facts. Nor has one that is sent again free of charge.
 */
export const orderFactsSql = (where: SQL) => sql`
  select o.shop_id, o.id as order_id, o.customer_id, ${japanDaySql(sql`o.created_at`)} as ordered_on,
    e.shipped_on, l.sold_on, case when o.status = 'returned' then e.returned_on end as returned_on,
    o.status = 'cancelled' as is_cancelled,
    coalesce(o.delivery_date, o.expected_date, ${japanDaySql(sql`o.created_at`)}) as due_on,
    o.subscription_id, case when o.subscription_id is not null then o.cycle end as cycle,
    o.payment_method_id, o.adcd, r.to_rank_id as customer_rank_id,
    ${isFirstOrderSql} as is_first,
    ${orderAmountColumnsSql('o')}, o.payment_total,
    coalesce(c.amount, 0)::int as credited_amount
  from ${orders} o
  cross join lateral (
    select min(${japanDaySql(sql`x.created_at`)}) filter (where x.status in ('shipped', 'delivered')) as shipped_on,
      max(${japanDaySql(sql`x.created_at`)}) filter (where x.status = 'returned') as returned_on,
      bool_or(x.status in ${accepted}) as is_accepted
    from ${order_status_event} x where x.shop_id = o.shop_id and x.order_id = o.id) e
  left join lateral (
    select sum(x.amount) as amount from ${order_credit} x where x.shop_id = o.shop_id and x.order_id = o.id) c on true
  left join lateral (
    select min(x.day) as sold_on from ${ledger_entry} x
    where x.shop_id = o.shop_id and x.order_id = o.id and x.cause in ('sale', 'prepaid')) l on true
  left join lateral (
    select x.to_rank_id from ${customer_rank_event} x
    where x.shop_id = o.shop_id and x.customer_id = o.customer_id and x.created_at <= o.created_at
    order by x.id desc limit 1) r on true
  where e.is_accepted and o.replaces_order_id is null and ${where}`

/** SQL condition of the facts `f`: the delivery left, did not come back, and was not cancelled. */
export const isKeptDeliverySql = sql`f.shipped_on is not null and f.returned_on is null and not f.is_cancelled`

/** SQL of the facts of contracts, from the facts of their deliveries that `where` selects (of `order_fact f`). */
export const subscriptionFactsSql = (where: SQL) => sql`
  select k.shop_id, k.subscription_id, a.shipped_on as first_kept_on, k.first_kept_cycle, k.last_kept_on, k.last_kept_cycle,
    z.due_on as last_due_on, i.product_id as first_product_id, a.payment_method_id, p.promotion_id
  from (
    select f.shop_id, f.subscription_id, min(f.cycle) as first_kept_cycle, max(f.cycle) as last_kept_cycle, max(f.shipped_on) as last_kept_on
    from ${order_fact} f where f.subscription_id is not null and ${isKeptDeliverySql} and ${where} group by 1, 2) k
  join ${order_fact} a on a.shop_id = k.shop_id and a.subscription_id = k.subscription_id and a.cycle = k.first_kept_cycle
  join ${order_fact} z on z.shop_id = k.shop_id and z.subscription_id = k.subscription_id and z.cycle = k.last_kept_cycle
  cross join lateral (
    select x.product_id from ${boughtGoodsSql(sql`a.shop_id`, sql`a.order_id`)} x order by x.subtotal desc, x.first_row limit 1) i
  left join lateral (
    select (y.value ->> 'promotion_id')::bigint as promotion_id
    from ${order_item} x cross join lateral jsonb_array_elements(x.promotions) y
    where x.shop_id = a.shop_id and x.order_id = a.order_id
    group by 1 order by sum((y.value ->> 'discount_amount')::int) desc, 1 limit 1) p on true`

/** SQL of the facts of members, from the facts of their orders that `where` selects (of `order_fact f`). */
export const customerFactsSql = (where: SQL) => sql`
  select a.shop_id, a.customer_id, a.order_id as first_order_id, a.ordered_on as first_on, i.product_id as first_product_id,
    a.payment_method_id, a.adcd, a.subscription_id is not null as is_subscription, o.again_on, o.led_on,
    ${sql.join(
      LTV_DAYS.map((days) => sql.raw(`o.ltv${days}`)),
      sql`, `,
    )}, o.kept_on, o.kept_orders, o.kept_amount
  from (select f.shop_id, f.customer_id, min(f.order_id) as order_id from ${order_fact} f
    where f.shipped_on is not null and ${where} group by 1, 2) m
  join ${order_fact} a on a.shop_id = m.shop_id and a.order_id = m.order_id
  left join lateral (
    select x.product_id from ${boughtGoodsSql(sql`a.shop_id`, sql`a.order_id`)} x order by x.subtotal desc, x.first_row limit 1) i on true
  cross join lateral (
    select min(f.ordered_on) filter (where f.order_id <> a.order_id) as again_on,
      min(f.ordered_on) filter (where f.subscription_id is not null) as led_on,
      ${sql.join(
        LTV_DAYS.map(
          (days) =>
            sql`coalesce(sum(f.payment_total - f.credited_amount) filter (where f.ordered_on < a.ordered_on + ${sql.raw(String(days))}), 0)::bigint as ${sql.raw(`ltv${days}`)}`,
        ),
        sql`, `,
      )},
      max(f.ordered_on) filter (where ${isKeptDeliverySql}) as kept_on, (count(*) filter (where ${isKeptDeliverySql}))::int as kept_orders,
      coalesce(sum(f.payment_total - f.credited_amount) filter (where ${isKeptDeliverySql}), 0)::bigint as kept_amount
    from ${order_fact} f where f.shop_id = a.shop_id and f.customer_id = a.customer_id and f.shipped_on is not null) o`
