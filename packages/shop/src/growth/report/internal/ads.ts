import type { Report, ReportCell } from '@kushi/contract/admin/report'
import { japanDaySql, onJapanDaysCondition } from '@kushi/db/japan-day'
import { ad_tracking } from '@kushi/db/schema/advertisement'
import { order_visit } from '@kushi/db/schema/order'
import { ad_cost, customer_fact, landing_day, order_fact } from '@kushi/db/schema/report'
import { boughtGoodsSql } from '@kushi/db/set-parts'
import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import { orderProfitsSql } from '../../../accounting/ledger/index.ts'
import { adGroupSql, inAdGroupCondition } from '../../../people/line/index.ts'
import { type CohortDelta, MAX_PAYBACK_DAYS, paybackDay } from '../rules/payback.ts'
import { isCalendarPeriod } from '../rules/periods.ts'
import { orderFactsSql } from './derive-facts.ts'
import { memberGroupSql, memberReport, newMembersCondition } from './members.ts'
import { numberCell, type ReportContext, type ReportFigures, type ReportSource } from './report-source.ts'
import type { ResolvedReportQuery } from './resolve-report-query.ts'

const orders = { key: 'orders', label: '新規のお客様', unit: 'count', has_rows: true } as const
const confirmed = { key: 'confirmed', label: '確定', unit: 'count', has_rows: true } as const
const cost = { key: 'cost', label: '費用(税抜)', unit: 'yen', has_rows: false } as const
const cpo = { key: 'cpo', label: '確定CPA', unit: 'mean', has_rows: false } as const

const wonHeads: Report['heads'] = [
  { key: 'visits', label: 'キャンペーンの訪問', unit: 'count', has_rows: false },
  orders,
  confirmed,
  cost,
  { key: 'cpa', label: 'CPA', unit: 'mean', has_rows: false },
  cpo,
  { key: 'reported', label: '媒体が数えた成果', unit: 'count', has_rows: false },
]

const LTV = ['ltv90', 'ltv365'] as const
const livedHeads: Report['heads'] = [
  orders,
  confirmed,
  cost,
  cpo,
  { key: 'ltv90', label: 'LTV 90日', unit: 'mean', has_rows: false },
  { key: 'ltv365', label: 'LTV 365日', unit: 'mean', has_rows: false },
]
const PAYBACK = { key: 'payback', label: '回収までの日数', unit: 'count', has_rows: false } as const

/** The headers by landing page. A page has no cost, and members are not counted by it. */
const landingHeads: Report['heads'] = [
  { key: 'visits', label: '広告からの訪問', unit: 'count', has_rows: false },
  orders,
  confirmed,
  { key: 'amount', label: '確定の金額', unit: 'yen', has_rows: false },
]

/** Grouped by period there is no 回収までの日数, because each row has too few days. */
function headsOf({ by, view }: ResolvedReportQuery): Report['heads'] {
  if (by === 'landing') return landingHeads
  if (view !== 'lived') return wonHeads
  return isCalendarPeriod(by) ? livedHeads : [...livedHeads, PAYBACK]
}

function groupOf(shop_id: number, { by }: ResolvedReportQuery, day: SQL) {
  if (by === 'ad_group') return adGroupSql(sql`${shop_id}`, sql`o.adcd`)
  if (by === 'landing')
    return sql`coalesce((select v.landing_path from ${order_visit} v where v.shop_id = ${shop_id} and v.order_id = o.order_id), '')`
  return isCalendarPeriod(by) ? sql`date_trunc(${sql.raw(`'${by}'`)}, ${day})::date::text` : sql`coalesce(o.adcd, '')`
}
const ofCode = (shop_id: number, { adcd, ad_group }: ResolvedReportQuery, of: SQL) => sql`
  ${adcd === undefined ? sql`true` : sql`coalesce(${of}, '') = ${adcd}`}
  and ${ad_group === undefined ? sql`true` : inAdGroupCondition(shop_id, of, ad_group)}`

/** In one order, whether they are stored or derived. */
const columns = sql.raw(Object.keys(getTableColumns(order_fact)).join(', '))

/** First orders of their members: taken in these days and neither cancelled nor come back, closed or still open; each member once. */
const firstOrders = (shop_id: number, asked: ResolvedReportQuery) => sql`
  select distinct on (f.customer_id) f.* from (
    select ${columns} from ${order_fact} where shop_id = ${shop_id} and is_first and ordered_on between ${asked.from}::date and ${asked.to}::date
    union all select ${columns} from (${orderFactsSql(sql`o.shop_id = ${shop_id} and o.status in ('received', 'arranged')
      and ${onJapanDaysCondition(sql`o.created_at`, asked)}`)}) d) f
  where f.is_first and not f.is_cancelled and f.returned_on is null
    and ${ofCode(shop_id, asked, sql`f.adcd`)}
    and ${asked.product_id === undefined ? sql`true` : sql`exists (select from ${boughtGoodsSql(sql`f.shop_id`, sql`f.order_id`)} x where x.product_id = ${Number(asked.product_id)})`}
  order by f.customer_id, f.order_id`
const isConfirmed = sql`o.shipped_on is not null`

/**
 * Counts by the page that the advert opened. '' is an order without such a visit, or a page beyond the day's maximum.
 */
async function countLandings({ db, shop_id }: ReportContext, asked: ResolvedReportQuery): Promise<ReportFigures> {
  const { rows } = await db.execute<{
    key: string
    visits: number
    orders: number
    confirmed: number
    amount: number
  }>(sql`
    select key, sum(visits)::int as visits, sum(orders)::int as orders, sum(confirmed)::int as confirmed, sum(amount)::float8 as amount from (
      select o.landing_path as key, sum(o.visits) as visits, 0 as orders, 0 as confirmed, 0 as amount from ${landing_day} o
      where shop_id = ${shop_id} and day between ${asked.from}::date and ${asked.to}::date and ${ofCode(shop_id, asked, sql`o.adcd`)} group by 1
      union all
      select ${groupOf(shop_id, asked, sql`ordered_on`)}, 0, count(*), count(*) filter (where ${isConfirmed}),
        coalesce(sum(o.payment_total - o.credited_amount) filter (where ${isConfirmed}), 0)
      from (${firstOrders(shop_id, asked)}) o group by 1) x
    group by 1 order by orders desc, visits desc, key`)
  const names = ['visits', 'orders', 'confirmed', 'amount'] as const
  return {
    rows: rows.map((row) => ({ key: row.key, cells: names.map((name) => numberCell(row[name])) })),
    total: names.map((name) => numberCell(rows.reduce((total, row) => total + row[name], 0))),
  }
}

/** The figures of one row, or of all rows. */
interface AdFigures {
  visits: number
  orders: number
  confirmed: number
  yen: number
  /** null: no file of a medium said it. */
  reported: number | null
  /** The totals of the members' report; null: it has none of these members. */
  life: ReportFigures['total']
  payback: number | null
}

async function count(ctx: ReportContext, asked: ResolvedReportQuery): Promise<ReportFigures> {
  if (asked.by === 'landing') return countLandings(ctx, asked)
  const { db, shop_id } = ctx
  const within = sql`between ${asked.from}::date and ${asked.to}::date`
  const visited = japanDaySql(sql`o.created_at`)
  const isLived = asked.view === 'lived'
  const [orders, costs, visits, lives] = await Promise.all([
    db.execute<{ key: string; orders: number; confirmed: number }>(sql`
      select ${groupOf(shop_id, asked, sql`ordered_on`)} as key, count(*)::int as orders, (count(*) filter (where ${isConfirmed}))::int as confirmed
      from (${firstOrders(shop_id, asked)}) o group by 1`),
    db.execute<{ key: string; yen: number; reported: number | null }>(sql`
      select ${groupOf(shop_id, asked, sql`day`)} as key, sum(yen)::float8 as yen, sum(reported)::float8 as reported
      from ${ad_cost} o where shop_id = ${shop_id} and day ${within} and ${ofCode(shop_id, asked, sql`o.adcd`)} group by 1`),
    isLived
      ? { rows: [] }
      : db.execute<{ key: string; visits: number }>(sql`
          select ${groupOf(shop_id, asked, visited)} as key, count(*)::int as visits from ${ad_tracking} o
          where shop_id = ${shop_id} and ${onJapanDaysCondition(sql`created_at`, asked)} and ${ofCode(shop_id, asked, sql`o.adcd`)} group by 1`),
    isLived ? memberReport.count(ctx, { ...asked, view: 'd90' }) : { rows: [], total: null },
  ])
  const keys = new Set(
    [orders.rows, costs.rows, visits.rows, lives.rows].flatMap((rows) => rows.map(({ key }: { key: string }) => key)),
  )
  const rows = [...keys].map((key) => {
    const found = orders.rows.find((one) => one.key === key)
    const spent = costs.rows.find((one) => one.key === key)
    return {
      key,
      visits: visits.rows.find((one) => one.key === key)?.visits ?? 0,
      orders: found?.orders ?? 0,
      confirmed: found?.confirmed ?? 0,
      yen: spent?.yen ?? 0,
      reported: spent?.reported ?? null,
      life: lives.rows.find((one) => one.key === key)?.cells ?? null,
    }
  })
  rows.sort((a, b) => (isCalendarPeriod(asked.by) ? a.key.localeCompare(b.key) : b.orders - a.orders || b.yen - a.yen))
  const paybacks = isLived ? await paybacksOf(ctx, asked, rows) : new Map<string, number | null>()
  const heads = headsOf(asked)
  const lifeHeads = memberReport.heads(asked)
  const cellsOf = (figures: AdFigures) => heads.map(({ key }) => cellOf(key, figures, lifeHeads))
  const sum = (of: 'visits' | 'orders' | 'confirmed' | 'yen') => rows.reduce((total, one) => total + one[of], 0)
  return {
    rows: rows.map((one) => ({ key: one.key, cells: cellsOf({ ...one, payback: paybacks.get(one.key) ?? null }) })),
    total: cellsOf({
      visits: sum('visits'),
      orders: sum('orders'),
      confirmed: sum('confirmed'),
      yen: sum('yen'),
      reported: rows.reduce<number | null>(
        (total, { reported }) => (reported === null ? total : (total ?? 0) + reported),
        null,
      ),
      life: lives.total,
      payback: null,
    }),
  }
}

function cellOf(head: string, figures: AdFigures, lifeHeads: Report['heads']): ReportCell {
  if (head === 'cost') return numberCell(figures.yen)
  if (head === 'cpa') return per(figures.yen, figures.orders)
  if (head === 'cpo') return per(figures.yen, figures.confirmed)
  if (LTV.some((name) => name === head))
    return figures.life?.[lifeHeads.findIndex(({ key }) => key === head)] ?? { value: null, of: 0, undecided: null }
  return numberCell(figures[head as 'visits' | 'orders' | 'confirmed' | 'reported' | 'payback'])
}

/** 回収までの日数 of the rows that have a cost and confirmed members. */
async function paybacksOf(
  { db, shop_id }: ReportContext,
  asked: ResolvedReportQuery,
  rows: readonly { key: string; yen: number; confirmed: number }[],
): Promise<Map<string, number | null>> {
  const paid = rows.filter(({ yen, confirmed }) => yen > 0 && confirmed > 0)
  if (isCalendarPeriod(asked.by) || paid.length === 0) return new Map()
  const days = sql.raw(String(MAX_PAYBACK_DAYS))
  const keys = sql`${sql.param(paid.map(({ key }) => key))}::text[]`
  // A member counts up to their age; what an order brought counts from the day after it on, up to the age of its member.
  const { rows: changes } = await db.execute<{ key: string } & CohortDelta & Record<string, unknown>>(sql`
    with m as materialized (
      select * from (
        select c.customer_id, c.first_on, ${memberGroupSql(asked)} as key, least(${asked.today}::date - c.first_on, ${days}) as age
        from ${customer_fact} c where ${newMembersCondition(shop_id, asked)} offset 0) x
      where key = any(${keys})),
    f as materialized (
      select m.key, m.age, f.ordered_on - m.first_on + 1 as day, f.order_id, coalesce(f.sold_on, f.ordered_on) as cost_day
      from m join ${order_fact} f on f.shop_id = ${shop_id} and f.customer_id = m.customer_id and f.shipped_on is not null
        and f.ordered_on < m.first_on + m.age),
    o as (select key, age, day, sum(profit) as profit from (${orderProfitsSql(shop_id, sql`f`)}) p group by 1, 2, 3)
    select key, day, sum(profit)::float8 as profit, sum(members)::int as members from (
      select key, day, profit, 0 as members from o
      union all select key, age + 1, -profit, 0 from o
      union all select key, 0, 0, 1 from m
      union all select key, age + 1, 0, -1 from m) x
    group by 1, 2`)
  const byKey = Map.groupBy(changes, ({ key }) => key)
  return new Map(paid.map(({ key, yen, confirmed }) => [key, paybackDay(byKey.get(key) ?? [], yen / confirmed)]))
}

/** The cost of each; empty while no cost was entered. */
const per = (yen: number, of: number) => ({ value: yen === 0 || of === 0 ? null : yen, of, undecided: null })

export const adReport: ReportSource = {
  heads: headsOf,
  count,
  behind({ shop_id }, asked, { row, column }) {
    return {
      kind: 'order',
      units: sql`select o.order_id as id, o.ordered_on as day, o.payment_total::float8 as amount
        from (${firstOrders(shop_id, asked)}) o
        where ${row === undefined ? sql`true` : sql`${groupOf(shop_id, asked, sql`ordered_on`)} = ${row}`}
          and ${column === 'confirmed' ? isConfirmed : sql`true`}`,
      parts: null,
    }
  },
}
