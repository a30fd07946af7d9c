import { orders } from '@kushi/db/schema/order'
import { addDays } from '@kushi/values/calendar-date'
import { TAKEN_STATUS } from '@kushi/values/order-status'
import { sql } from 'drizzle-orm'
import type { OperatorContext } from '../../../foundation/admin/index.ts'
import { monthBefore, perDay, perHour, type Sum } from '../rules/fill-gaps.ts'

/** 受注 by hour and by day. Reads the orders of two months by their index and adds them up here. */
export async function loadMoney({ db, shop_id, clock }: OperatorContext) {
  const today = clock.today()
  const week = addDays(today, -7)
  const sums = async (unit: 'day' | 'hour', from: string, to: string) => {
    const local = sql`o.created_at at time zone 'Asia/Tokyo'`
    // Formats the date once per group instead of once per order, which takes a third of the time.
    const [group, words] =
      unit === 'day'
        ? [sql`(${local})::date`, sql.raw(`'YYYY-MM-DD'`)]
        : [sql`date_trunc('hour', ${local})`, sql.raw(`'YYYY-MM-DD HH24'`)]
    const { rows } = await db.execute<Sum & Record<string, unknown>>(sql`
      select to_char(at, ${words}) as at, orders, amount, subscription_amount from (
        select ${group} as at, count(*)::int as orders, sum(o.payment_total)::float8 as amount,
          coalesce(sum(o.payment_total) filter (where o.subscription_id is not null), 0)::float8 as subscription_amount
        from ${orders} o
        where o.shop_id = ${shop_id} and o.created_at >= ${`${from}T00:00:00+09:00`} and o.created_at < ${`${to}T00:00:00+09:00`}
          and o.status in ${TAKEN_STATUS} and o.replaces_order_id is null
        group by 1) as sums`)
    return rows
  }
  const tomorrow = addDays(today, 1)
  const [days, now, before] = await Promise.all([
    sums('day', monthBefore(today), tomorrow),
    sums('hour', today, tomorrow),
    sums('hour', week, addDays(week, 1)),
  ])
  return { hours: perHour(now, before), days: perDay(today, days) }
}
