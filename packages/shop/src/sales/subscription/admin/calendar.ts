import { orders } from '@kushi/db/schema/order'
import { product, product_sku } from '@kushi/db/schema/product'
import { subscription, subscription_order_item } from '@kushi/db/schema/subscription'
import { addDays, type CalendarDate } from '@kushi/values/calendar-date'
import { itemName } from '@kushi/values/product'
import { RUNNING_STATUS } from '@kushi/values/subscription-status'
import { sql } from 'drizzle-orm'
import type { AdminVerb, OperatorContext } from '../../../foundation/admin/index.ts'
import { comingDays } from '../rules/delivery-dates.ts'

const DAYS = 60

/** お届けの予定: what subscriptions as they are now will ship in the coming days, and which stock is missing for it. */
export const showCalendar: AdminVerb<'GET /admin/v1/subscription-calendar'> = async (ctx) => {
  const today = ctx.clock.today()
  const until = addDays(today, DAYS - 1)
  const groups = await loadGroups(ctx, until)
  const perDay = new Map<CalendarDate, { subscriptions: number; pieces: number }>()
  const perSku = new Map<number, Map<CalendarDate, number>>()
  for (const group of groups)
    for (const day of comingDays(group, today, until)) {
      const all = perDay.get(day) ?? { subscriptions: 0, pieces: 0 }
      perDay.set(day, { subscriptions: all.subscriptions + group.firsts, pieces: all.pieces + group.pieces })
      const own = perSku.get(group.product_sku_id) ?? new Map<CalendarDate, number>()
      perSku.set(group.product_sku_id, own.set(day, (own.get(day) ?? 0) + group.pieces))
    }
  const skus = await loadSkus(ctx)
  return {
    days: Array.from({ length: DAYS }, (_, n) => {
      const day = addDays(today, n)
      return { day, ...(perDay.get(day) ?? { subscriptions: 0, pieces: 0 }) }
    }),
    products: skus
      .filter(({ id }) => perSku.has(id))
      .map(({ id, ...sku }) => ({ product_sku_id: id, ...sku, ...volumes(perSku.get(id)!, sku.stock, today) })),
  }
}

/** Returns the pieces of a SKU by period, and the first day on which its stock is not enough. */
function volumes(days: ReadonlyMap<CalendarDate, number>, stock: number, today: CalendarDate) {
  const within = (n: number) =>
    [...days].reduce((sum, [day, pieces]) => (day < addDays(today, n) ? sum + pieces : sum), 0)
  const in_60_days = within(DAYS)
  return {
    in_7_days: within(7),
    in_30_days: within(30),
    in_60_days,
    missing: Math.max(0, in_60_days - stock),
    short_on: shortOn(days, stock),
  }
}

function shortOn(days: ReadonlyMap<CalendarDate, number>, stock: number): CalendarDate | null {
  let left = stock
  for (const [day, pieces] of [...days].sort(([a], [b]) => (a < b ? -1 : 1))) {
    left -= pieces
    if (left < 0) return day
  }
  return null
}

interface Group {
  next_delivery_date: CalendarDate
  next_next_delivery_date: CalendarDate
  subscription_division_id: number
  param1: number
  param2: number | null
  param3: number | null
  left: number | null
  is_arranged: boolean
  is_one_time: boolean
  product_sku_id: number
  pieces: number
  /** Number of subscriptions of which this is the first item, so that each counts once. */
  firsts: number
}

/** Loads active subscriptions, grouped by dates, pattern and SKU, so that the number of groups stays small. */
async function loadGroups({ db, shop_id }: OperatorContext, until: CalendarDate): Promise<Group[]> {
  const { rows } = await db.execute<Group & Record<string, unknown>>(sql`
    select s.next_delivery_date::text, s.next_next_delivery_date::text, s.subscription_division_id, s.param1, s.param2, s.param3,
      least(s.final_cycle, y.until) - s.cycle + 1 as left, o.id is not null as is_arranged,
      i.only_cycle is not null as is_one_time, i.product_sku_id::int, sum(i.quantity)::int as pieces,
      (count(*) filter (where i.id = y.first_item))::int as firsts
    from ${subscription} s
    join ${subscription_order_item} i on i.shop_id = s.shop_id and i.subscription_id = s.id
      and (i.only_cycle is null or i.only_cycle = s.cycle)
    cross join lateral (
      select max(coalesce(lump_sum_payment_num, 1)) filter (where lump_sum_payment_flag) as until,
        min(id) filter (where only_cycle is null or only_cycle = s.cycle) as first_item
      from ${subscription_order_item} where shop_id = s.shop_id and subscription_id = s.id) y
    left join ${orders} o on o.shop_id = s.shop_id and o.subscription_id = s.id and o.cycle = s.cycle
      and o.status in ('received', 'arranged', 'shipped', 'payment_pending')
    where s.shop_id = ${shop_id} and s.next_delivery_date <= ${until}
      and (s.summary_status in ${RUNNING_STATUS} or s.final_cycle >= s.cycle)
    group by s.next_delivery_date, s.next_next_delivery_date, s.subscription_division_id, s.param1, s.param2, s.param3,
      7, 8, 9, i.product_sku_id`)
  return rows
}

const loadSkus = async ({ db, shop_id }: OperatorContext) => {
  const { rows } = await db.execute<{
    id: number
    product_id: number
    product_code: string
    product_name: string
    set_item_name1: string | null
    set_item_name2: string | null
    stock: number
  }>(sql`
    select k.id::int, p.id::int as product_id, k.product_code, k.stock, p.product_name, k.set_item_name1, k.set_item_name2
    from ${product_sku} k join ${product} p on p.shop_id = k.shop_id and p.id = k.product_id
    where k.shop_id = ${shop_id} and exists (select from ${subscription_order_item} i
      where i.shop_id = k.shop_id and i.product_sku_id = k.id)
    order by p.sort_no, k.id`)
  return rows.map((row) => ({ ...row, name: itemName(row) }))
}
