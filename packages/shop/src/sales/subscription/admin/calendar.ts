import { insertRows } from '@kushi/db/bulk-rows'
import { order_item, orders } from '@kushi/db/schema/order'
import { product, product_sku } from '@kushi/db/schema/product'
import { subscription_fact } from '@kushi/db/schema/report'
import { forecast_day, subscription, subscription_order_item } from '@kushi/db/schema/subscription'
import { deliveredPartsSql } from '@kushi/db/set-parts'
import { addDays, addMonths, type CalendarDate, daysBetween, lastDayOfMonth } from '@kushi/values/calendar-date'
import { itemName } from '@kushi/values/product'
import type { SetPart } from '@kushi/values/product-set'
import { RUNNING_SUBSCRIPTION_STATUSES } from '@kushi/values/subscription-status'
import { type SQL, sql } from 'drizzle-orm'
import type { AdminHandler, OperatorContext } from '../../../foundation/admin/index.ts'
import { isDeliveredItemCondition } from '../internal/delivered-item-condition.ts'
import { upcomingDays } from '../rules/delivery-dates.ts'
import { type DemandWeek, demandForecastBounds, expectedSinglePieces } from '../rules/forecast-bounds.ts'
import { type LastKeptDelivery, retentionChance, retentionRates } from '../rules/retention-rates.ts'

const DAYS = 60
/** 月ごとの見込み: this month and the coming ones. */
const MONTHS = 5
/** The number of days before a day at which its 見込み was recorded, and over which both are compared. */
const FORECAST_DAYS = 14
const COMPARED_DAYS = 28
/** Contracts of so many days decide the rates. */
const RATED_DAYS = 730

/**
 * お届けの予定: the deliveries that today's subscriptions ship in the coming days, the expected part of them, and the missing
 * stock.
 */
export const showSubscriptionCalendar: AdminHandler<'GET /admin/v1/subscription-calendar'> = async (ctx) => {
  const today = ctx.clock.today()
  const spans = monthsFrom(today)
  const { perDay, perSku } = await comingPieces(ctx, spans.at(-1)!.to)
  const [skus, arranged, past] = [await loadSkus(ctx), await loadArranged(ctx), await loadPast(ctx)]
  return {
    days: Array.from({ length: DAYS }, (_, n) => {
      const day = addDays(today, n)
      const { subscriptions, pieces, expected } = perDay.get(day) ?? { subscriptions: 0, pieces: 0, expected: 0 }
      return { day, subscriptions, pieces, expected: Math.round(expected) }
    }),
    products: skus
      .filter(({ id }) => perSku.has(id) || (past.get(id)?.some(({ singles }) => singles > 0) ?? false))
      .map(({ id, ...sku }) => ({
        product_sku_id: id,
        ...sku,
        ...volumes(perSku.get(id) ?? new Map(), sku.stock, today),
        ...forecasts(perSku.get(id) ?? new Map(), past.get(id) ?? [], today, spans),
        arranged: arranged.get(id) ?? 0,
        compared: comparedOf(past.get(id) ?? []),
      })),
  }
}

/** A job: saves the 見込み, by SKU, of the day two weeks from now, so that its error can be measured later. */
export async function recordDeliveryForecast(ctx: Pick<OperatorContext, 'db' | 'shop_id' | 'clock'>): Promise<void> {
  const day = addDays(ctx.clock.today(), FORECAST_DAYS)
  const { perSku } = await comingPieces(ctx, day)
  const rows = [...perSku].flatMap(([product_sku_id, days]) => {
    const expected = days.get(day)?.expected
    return expected === undefined ? [] : [{ shop_id: ctx.shop_id, day, product_sku_id, expected }]
  })
  await ctx.db.transaction((tx) => insertRows(tx, forecast_day, rows, [], { skipExisting: true }))
}

interface Pieces {
  subscriptions: number
  pieces: number
  /** Pieces, each with the chance that its contract keeps that delivery. */
  expected: number
}

/** The pieces that leave the stock, by day and by SKU. */
async function comingPieces(ctx: Pick<OperatorContext, 'db' | 'shop_id' | 'clock'>, until: CalendarDate) {
  const today = ctx.clock.today()
  const rateOf = retentionRates(await loadLastKept(ctx))
  const perDay = new Map<CalendarDate, Pieces>()
  const perSku = new Map<number, Map<CalendarDate, Pieces>>()
  const put = (into: Map<CalendarDate, Pieces>, day: CalendarDate, more: Pieces) => {
    const known = into.get(day) ?? { subscriptions: 0, pieces: 0, expected: 0 }
    into.set(day, {
      subscriptions: known.subscriptions + more.subscriptions,
      pieces: known.pieces + more.pieces,
      expected: known.expected + more.expected,
    })
  }
  for (const group of (await loadGroups(ctx, until)).flatMap(partsOfGroup)) {
    // Arranged and prepaid deliveries certainly leave; the delivery after them is the first that may not.
    const next = group.is_arranged ? group.cycle + 1 : group.cycle
    const first = group.is_left_out && !group.is_arranged ? next + 1 : next
    upcomingDays(group, today, until).forEach((day, n) => {
      const chance = group.left === null ? retentionChance(rateOf, next, first + n) : 1
      const own = { subscriptions: group.firsts, pieces: group.pieces, expected: group.pieces * chance }
      put(perDay, day, own)
      const days = perSku.get(group.product_sku_id) ?? new Map<CalendarDate, Pieces>()
      perSku.set(group.product_sku_id, days)
      put(days, day, own)
    })
  }
  return { perDay, perSku }
}

/** Returns the pieces of a SKU by period, and the first day on which its stock is not enough. */
function volumes(days: ReadonlyMap<CalendarDate, Pieces>, stock: number, today: CalendarDate) {
  const within = (n: number, of: 'pieces' | 'expected') =>
    Math.round([...days].reduce((sum, [day, one]) => (day < addDays(today, n) ? sum + one[of] : sum), 0))
  const in_60_days = within(DAYS, 'pieces')
  return {
    in_7_days: within(7, 'pieces'),
    in_30_days: within(30, 'pieces'),
    in_60_days,
    expected_in_30_days: within(30, 'expected'),
    expected_in_60_days: within(DAYS, 'expected'),
    missing: Math.max(0, in_60_days - stock),
    short_on: shortOn(days, stock, addDays(today, DAYS - 1)),
  }
}

interface Span {
  /** The first day of its month. */
  month: CalendarDate
  from: CalendarDate
  to: CalendarDate
}

/** The rest of this month, and the months after it. */
function monthsFrom(today: CalendarDate): Span[] {
  const first = `${today.slice(0, 7)}-01`
  return Array.from({ length: MONTHS }, (_, n) => {
    const month = addMonths(first, n)
    return { month, from: n === 0 ? today : month, to: lastDayOfMonth(month) }
  })
}

/** 見込み with single orders and new contracts, low and high, of a SKU. */
function forecasts(
  days: ReadonlyMap<CalendarDate, Pieces>,
  weeks: readonly ForecastWeek[],
  today: CalendarDate,
  spans: readonly Span[],
) {
  const of = (from: CalendarDate, to: CalendarDate) => {
    const length = daysBetween(from, to) + 1
    const expected = [...days].reduce((sum, [day, one]) => (day >= from && day <= to ? sum + one.expected : sum), 0)
    const bounds = demandForecastBounds(weeks, { expected, days: length })
    return {
      total: Math.round(expected + expectedSinglePieces(weeks, length)),
      low: bounds && Math.floor(bounds.low),
      high: bounds && Math.ceil(bounds.high),
    }
  }
  return {
    forecast_in_30_days: of(today, addDays(today, 29)),
    forecast_in_60_days: of(today, addDays(today, DAYS - 1)),
    months: spans.map(({ month, from, to }) => ({ month, ...of(from, to) })),
  }
}

/** The first day of the coming 60 on which a SKU runs short. */
function shortOn(days: ReadonlyMap<CalendarDate, Pieces>, stock: number, last: CalendarDate): CalendarDate | null {
  let left = stock
  for (const [day, { pieces }] of [...days].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (day > last) return null
    left -= pieces
    if (left < 0) return day
  }
  return null
}

type Counts = Pick<OperatorContext, 'db' | 'shop_id' | 'clock'>

/** Loads the data for 継続率: contracts that began in the last two years. */
async function loadLastKept({ db, shop_id, clock }: Counts): Promise<LastKeptDelivery[]> {
  const { rows } = await db.execute<LastKeptDelivery & Record<string, unknown>>(sql`
    select k.last_kept_cycle as last, count(*)::int as contracts,
      (count(*) filter (where s.end_event in ('cancelled', 'ended')))::int as ended
    from ${subscription_fact} k join ${subscription} s on s.shop_id = k.shop_id and s.id = k.subscription_id
    where k.shop_id = ${shop_id} and k.first_kept_on >= ${addDays(clock.today(), -RATED_DAYS)}::date group by 1`)
  return rows
}

/** 手配済み: pieces of deliveries that left the stock, and are still here. */
async function loadArranged({ db, shop_id }: Counts): Promise<ReadonlyMap<number, number>> {
  const { rows } = await db.execute<{ id: number; pieces: number }>(sql`
    select i.product_sku_id::int as id, sum(i.quantity)::int as pieces
    from ${orders} o join ${order_item} i on i.shop_id = o.shop_id and i.order_id = o.id
    where o.shop_id = ${shop_id} and o.status in ('received', 'arranged') and o.subscription_id is not null group by 1`)
  return new Map(rows.map(({ id, pieces }) => [id, pieces]))
}

/** 見込みの誤差 of the last four weeks; null: there is no forecast of them yet. */
function comparedOf(weeks: readonly ForecastWeek[]) {
  const known = weeks.filter((one) => one.expected !== null)
  if (known.length === 0) return null
  const sum = (of: (week: ForecastWeek) => number) => Math.round(known.reduce((all, one) => all + of(one), 0))
  return {
    days: sum(({ days }) => days),
    expected: sum((one) => one.expected!),
    delivered: sum((one) => one.delivered),
  }
}

interface ForecastWeek extends DemandWeek {
  /** The number of its days that have a forecast. */
  days: number
}

/**
 * Loads the last four weeks of each SKU: the pieces expected two weeks before each day, the pieces delivered (without
 * first deliveries), and the pieces of other orders.
 */
async function loadPast({ db, shop_id, clock }: Counts): Promise<ReadonlyMap<number, ForecastWeek[]>> {
  const today = clock.today()
  const from = addDays(today, -COMPARED_DAYS)
  const weekOf = (day: SQL) => sql`((${today}::date - 1 - ${day}) / 7)::int`
  const forecast = await db.execute<{
    id: number
    week: number
    days: number
    expected: number
    delivered: number
  }>(sql`
    select f.product_sku_id::int as id, ${weekOf(sql`f.day`)} as week, count(*)::int as days, sum(f.expected)::float8 as expected,
      sum(d.pieces)::int as delivered
    from ${forecast_day} f cross join lateral (
      select coalesce(sum(i.quantity), 0) as pieces from ${orders} o
      join ${order_item} i on i.shop_id = o.shop_id and i.order_id = o.id and i.product_sku_id = f.product_sku_id and i.gift_promotion_id is null
      where o.shop_id = f.shop_id and o.delivery_date = f.day and o.subscription_id is not null and o.cycle > 1
        and o.status in ('received', 'arranged', 'shipped', 'delivered', 'returned')) d
    where f.shop_id = ${shop_id} and f.day >= ${from}::date and f.day < ${today}::date group by 1, 2`)
  const ordered = await db.execute<{ id: number; week: number; pieces: number }>(sql`
    select i.product_sku_id::int as id, ${weekOf(sql`(o.created_at at time zone 'Asia/Tokyo')::date`)} as week, sum(i.quantity)::int as pieces
    from ${orders} o join ${order_item} i on i.shop_id = o.shop_id and i.order_id = o.id
    where o.shop_id = ${shop_id} and (o.subscription_id is null or o.cycle = 1) and o.replaces_order_id is null
      and o.status in ('received', 'arranged', 'shipped', 'delivered', 'returned')
      and o.created_at >= ${from}::timestamp at time zone 'Asia/Tokyo' and o.created_at < ${today}::timestamp at time zone 'Asia/Tokyo'
    group by 1, 2`)
  const past = new Map<number, ForecastWeek[]>()
  const weekIn = (id: number, week: number) => {
    const known = past.get(id) ?? emptyWeeks()
    past.set(id, known)
    return known[week]!
  }
  for (const { id, week, ...of } of forecast.rows) Object.assign(weekIn(id, week), of)
  for (const { id, week, pieces } of ordered.rows) weekIn(id, week).singles = pieces
  return past
}

const emptyWeeks = (): ForecastWeek[] =>
  Array.from({ length: COMPARED_DAYS / 7 }, () => ({ days: 0, expected: null, delivered: 0, singles: 0 }))

interface Group {
  /** The number of the next delivery, up to 14. */
  cycle: number
  next_delivery_date: CalendarDate
  next_next_delivery_date: CalendarDate
  subscription_division_id: number
  param1: number
  param2: number | null
  param3: number | null
  left: number | null
  is_arranged: boolean
  is_one_time: boolean
  is_left_out: boolean
  product_sku_id: number
  pieces: number
  /** セットの中身: the SKUs that are delivered for a set. */
  parts: SetPart[]
  /** Number of subscriptions of which this is the first item, so that each counts once. */
  firsts: number
}

/** Loads active subscriptions, grouped by dates, pattern and SKU, so that the number of groups stays small. */
async function loadGroups({ db, shop_id }: Counts, until: CalendarDate): Promise<Group[]> {
  const next = isDeliveredItemCondition(
    { only_cycle: sql`i.only_cycle`, except_cycle: sql`i.except_cycle` },
    sql`s.cycle`,
  )
  const { rows } = await db.execute<Group & Record<string, unknown>>(sql`
    select s.next_delivery_date::text, s.next_next_delivery_date::text, s.subscription_division_id, s.param1, s.param2, s.param3,
      least(s.final_cycle, y.until) - s.cycle + 1 as left, o.id is not null as is_arranged,
      i.only_cycle is not null as is_one_time, not ${next} as is_left_out, i.product_sku_id::int, sum(i.quantity)::int as pieces, ${deliveredPartsSql({ promised: sql`i.parts`, now: sql`k.parts` })} as parts,
      (count(*) filter (where i.id = y.first_item))::int as firsts, least(s.cycle, 14) as cycle
    from ${subscription} s
    join ${subscription_order_item} i on i.shop_id = s.shop_id and i.subscription_id = s.id
      and (i.only_cycle is null or i.only_cycle = s.cycle)
    join ${product_sku} k on k.shop_id = i.shop_id and k.id = i.product_sku_id
    cross join lateral (
      select max(coalesce(lump_sum_payment_num, 1)) filter (where lump_sum_payment_flag) as until,
        min(id) filter (where ${isDeliveredItemCondition({ only_cycle: sql`only_cycle`, except_cycle: sql`except_cycle` }, sql`s.cycle`)}) as first_item
      from ${subscription_order_item} where shop_id = s.shop_id and subscription_id = s.id) y
    left join ${orders} o on o.shop_id = s.shop_id and o.subscription_id = s.id and o.cycle = s.cycle
      and o.status in ('received', 'arranged', 'shipped', 'payment_pending')
    where s.shop_id = ${shop_id} and s.next_delivery_date <= ${until}
      and (s.summary_status in ${RUNNING_SUBSCRIPTION_STATUSES} or s.final_cycle >= s.cycle)
    group by s.next_delivery_date, s.next_next_delivery_date, s.subscription_division_id, s.param1, s.param2, s.param3,
      7, 8, 9, 10, i.product_sku_id, 13, 15`)
  return rows
}

/** A set leaves the stock as its parts; its subscription counts once. */
const partsOfGroup = (group: Group): Group[] =>
  group.parts.length === 0
    ? [group]
    : group.parts.map(({ product_sku_id, pieces }, n) => ({
        ...group,
        product_sku_id,
        pieces: group.pieces * pieces,
        firsts: n === 0 ? group.firsts : 0,
      }))

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
    where k.shop_id = ${shop_id}
    order by p.sort_no, k.id`)
  return rows.map((row) => ({ ...row, name: itemName(row) }))
}
