import { isOwed } from '@kushi/db/owed'
import { order_status_event, orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'

interface Point {
  name: string
  count: number
  path: string
}

/** What has to be looked at before a month is closed; each with its way to the rows. */
export async function openPoints(
  { db, shop_id }: Pick<Context, 'db' | 'shop_id'>,
  { from, to }: { from: CalendarDate; to: CalendarDate },
): Promise<Point[]> {
  const { rows } = await db.execute<{ unpaid: number; owed: number; different: number; waiting: number }>(sql`
    with shipped as (
      select distinct e.order_id from ${order_status_event} e
      where e.shop_id = ${shop_id} and e.status = 'shipped'
        and e.created_at >= ${from}::date::timestamp at time zone 'Asia/Tokyo'
        and e.created_at < (${to}::date + 1)::timestamp at time zone 'Asia/Tokyo')
    select
      (select count(*)::int from shipped s join ${orders} o on o.shop_id = ${shop_id} and o.id = s.order_id
        where o.status in ('shipped', 'delivered') and o.payment_total > 0 and o.payment_method_id is not null
          and not exists (select from ${payment} p where p.shop_id = ${shop_id} and p.order_id = o.id
            and p.state in ('captured', 'refunded'))) as unpaid,
      (select count(*)::int from ${payment} where ${payment.shop_id} = ${shop_id} and ${isOwed}) as owed,
      (select count(*)::int from payment_difference d where d.shop_id = ${shop_id} and d.resolved_at is null) as different,
      (select count(*)::int from ${orders} o where o.shop_id = ${shop_id} and o.status in ('received', 'arranged')
        and o.delivery_date <= ${to}::date) as waiting`)
  const { unpaid, owed, different, waiting } = rows[0]!
  return [
    {
      name: '発送したのに、代金を受け取っていない注文',
      count: unpaid,
      path: '/orders?status=shipped&status=delivered',
    },
    { name: 'お客様にお返しするお金が残っている注文', count: owed, path: '/orders?is_owed=true' },
    { name: '決済会社の記録と違う決済', count: different, path: '/' },
    {
      name: '月末までにお届けのはずで、まだ発送していない注文',
      count: waiting,
      path: '/orders?status=received&status=arranged',
    },
  ]
}
