import { isOnDays } from '@kushi/db/japan-day'
import { orders } from '@kushi/db/schema/order'
import { addDays, type CalendarDate } from '@kushi/values/calendar-date'
import { TAKEN_STATUS } from '@kushi/values/order-status'
import { sql } from 'drizzle-orm'
import { orderedByDay } from '../../../accounting/ledger/index.ts'
import type { OperatorContext } from '../../../foundation/admin/index.ts'
import { monthBefore, perDay, perHour, type Sum } from '../rules/fill-gaps.ts'

/** 受注 by hour, from the orders of the day, and by day. */
export async function loadMoney(ctx: OperatorContext) {
  const { db, shop_id, clock } = ctx
  const today = clock.today()
  const hoursOf = async (day: CalendarDate) => {
    // Formats the hour once per group instead of once per order, which takes a third of the time.
    const { rows } = await db.execute<Sum & Record<string, unknown>>(sql`
      select to_char(at, 'YYYY-MM-DD HH24') as at, orders, amount from (
        select date_trunc('hour', o.created_at at time zone 'Asia/Tokyo') as at, count(*)::int as orders, sum(o.payment_total)::float8 as amount
        from ${orders} o
        where o.shop_id = ${shop_id} and ${isOnDays(sql`o.created_at`, { from: day, to: day })}
          and o.status in ${TAKEN_STATUS} and o.replaces_order_id is null
        group by 1) as sums`)
    return rows
  }
  const [days, now, before] = await Promise.all([
    orderedByDay(ctx, { from: monthBefore(today), to: today }),
    hoursOf(today),
    hoursOf(addDays(today, -7)),
  ])
  return { hours: perHour(now, before), days: perDay(today, days) }
}
