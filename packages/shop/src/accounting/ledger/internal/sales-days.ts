import { japanDaySql } from '@kushi/db/japan-day'
import { movedInCondition } from '@kushi/db/moved-in'
import { ledger_entry, sales_basis } from '@kushi/db/schema/ledger'
import { order_status_event, orders } from '@kushi/db/schema/order'
import { type SQL, sql } from 'drizzle-orm'

/**
 * SQL of 売上日: `order_id, sold_on` of the sold orders among the orders `o` that `where` selects. The day is that of
 * shipping or delivery, by the shop's 売上計上基準 at shipping. Orders that were moved in from a former system are never sold
 * here.
 */
export const orderSaleDaysSql = (shop_id: number, where: SQL) => sql`
  select o.id as order_id, d.sold_on
  from ${orders} o
  cross join lateral (
    select min(${japanDaySql(sql`x.created_at`)}) filter (where x.status = 'shipped') as shipped,
      min(${japanDaySql(sql`x.created_at`)}) filter (where x.status = 'delivered') as received
    from ${order_status_event} x where x.shop_id = o.shop_id and x.order_id = o.id and x.status in ('shipped', 'delivered')) e
  left join lateral (
    select b.basis from ${sales_basis} b where b.shop_id = o.shop_id and b.from_day <= e.shipped order by b.from_day desc limit 1) b on true
  cross join lateral (
    select case when e.shipped is null or b.basis = 'received' then e.received else e.shipped end as sold_on) d
  where o.shop_id = ${shop_id} and d.sold_on is not null and not ${movedInCondition(sql`o.shop_id`, sql`o.id`)} and ${where}`

/**
 * SQL that selects the sold orders without any ledger row, because an older server shipped them. A booked order that
 * costs something always has a row.
 */
export const unbookedOrdersSql = (shop_id: number) =>
  orderSaleDaysSql(
    shop_id,
    sql`o.status in ('shipped', 'delivered', 'returned') and o.payment_total > 0
      and not exists (select from ${ledger_entry} l where l.shop_id = o.shop_id and l.order_id = o.id)`,
  )
