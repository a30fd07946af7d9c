import { japanDaySql, onJapanDaysCondition } from '@kushi/db/japan-day'
import { movedInCondition } from '@kushi/db/moved-in'
import { sales_day, sales_due } from '@kushi/db/schema/ledger'
import { orders } from '@kushi/db/schema/order'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { COUNTED_ORDER_STATUSES } from '@kushi/values/order-status'
import { sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { betweenDaysCondition } from './internal/sales-lines.ts'
import { SALES_AMOUNT_PARTS, sumOfColumnsSql } from './sum-sales.ts'

/** 受注 of one day: the number of orders, their yen, and the part of it that belongs to 定期便. */
export interface OrdersOfDay extends Record<string, unknown> {
  at: CalendarDate
  orders: number
  amount: number
  subscription_amount: number
}

const amount = sumOfColumnsSql(SALES_AMOUNT_PARTS)
const sums = sql`count(*) as orders, coalesce(sum(o.payment_total), 0) as amount,
  coalesce(sum(o.payment_total) filter (where o.subscription_id is not null), 0) as subscription_amount`

/**
 * Sums 受注 by day. Days without orders are left out. Where 日計 of a day is up to date, its closed orders are read from
 * there; otherwise every order is read. This includes shops whose facts are not written yet.
 */
export async function sumOrdersByDay(
  { db, shop_id }: Pick<Context, 'db' | 'shop_id'>,
  days: { from: CalendarDate; to: CalendarDate },
): Promise<OrdersOfDay[]> {
  const within = betweenDaysCondition(days)
  const { rows } = await db.execute<OrdersOfDay>(sql`
    with rolled as materialized (
      select r.day, sum(r.orders) as orders, sum(${amount}) as amount, coalesce(sum(${amount}) filter (where r.cycle > 0), 0) as subscription_amount
      from ${sales_day} r where r.shop_id = ${shop_id} and r.basis = 'ordered' and ${within(sql`r.day`)}
        and r.day not in (select u.day from ${sales_due} u where u.shop_id = ${shop_id} and ${within(sql`u.day`)})
      group by 1)
    select day::text as at, sum(orders)::int as orders, sum(amount)::float8 as amount, sum(subscription_amount)::float8 as subscription_amount from (
      select * from rolled
      union all
      select ${japanDaySql(sql`o.created_at`)}, ${sums} from ${orders} o
      where o.shop_id = ${shop_id} and ${onJapanDaysCondition(sql`o.created_at`, days)} and o.status in ('received', 'arranged') and o.replaces_order_id is null
        and ${japanDaySql(sql`o.created_at`)} in (select day from rolled) group by 1
      union all
      select d.day, x.* from (
        select g::date as day from generate_series(${days.from}::date, ${days.to}::date, interval '1 day') g
        where g::date not in (select day from rolled)) d
      cross join lateral (
        select ${sums} from ${orders} o
        where o.shop_id = ${shop_id} and ${onJapanDaysCondition(sql`o.created_at`, { from: sql`d.day`, to: sql`d.day` })}
          and o.status in ${COUNTED_ORDER_STATUSES} and o.replaces_order_id is null
          and not ${movedInCondition(sql`o.shop_id`, sql`o.id`)}) x) days
    group by 1 having sum(orders) > 0 order by 1`)
  return rows
}
