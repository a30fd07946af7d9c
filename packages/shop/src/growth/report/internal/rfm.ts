import type { Report } from '@kushi/contract/admin/report'
import { order_fact } from '@kushi/db/schema/report'
import { FREQUENCY_BANDS, RECENCY_BANDS } from '@kushi/values/report'
import { type SQL, sql } from 'drizzle-orm'
import { bandOf } from './contracts.ts'
import type { ReportQuestion } from './report-question.ts'
import { plain, type ReportContext, type ReportFigures, type ReportSource } from './report-source.ts'

const heads: Report['heads'] = [
  ...FREQUENCY_BANDS.map(({ key, name }) => ({ key, label: name, unit: 'count' as const, has_rows: true })),
  { key: 'members', label: '会員', unit: 'count', has_rows: true },
  { key: 'amount', label: 'ご注文の金額', unit: 'yen', has_rows: true },
]

/** Members with orders of these days that were kept: when they last ordered, how often and for how much. */
const buyers = (shop_id: number, asked: ReportQuestion): SQL => sql`
  select b.*, ${bandOf(sql`${asked.to}::date - b.day`, RECENCY_BANDS)} as r, ${bandOf(sql`b.orders`, FREQUENCY_BANDS)} as f from (
    select f.customer_id, max(f.ordered_on) as day, count(*) as orders, sum(f.payment_total - f.credited_amount) as amount
    from ${order_fact} f where f.shop_id = ${shop_id} and f.ordered_on between ${asked.from}::date and ${asked.to}::date
      and f.shipped_on is not null and f.returned_on is null group by 1) b`

async function count({ db, shop_id }: ReportContext, asked: ReportQuestion): Promise<ReportFigures> {
  const { rows } = await db.execute<{ r: string; f: string; members: number; amount: number }>(sql`
    select r, f, count(*)::int as members, sum(amount)::float8 as amount from (${buyers(shop_id, asked)}) b group by 1, 2`)
  const cellsOf = (own: typeof rows) => [
    ...FREQUENCY_BANDS.map(({ key }) => plain(add(own.filter(({ f }) => f === key).map((one) => one.members)))),
    plain(add(own.map((one) => one.members))),
    plain(add(own.map((one) => one.amount))),
  ]
  return {
    rows: RECENCY_BANDS.map(({ key }) => ({ key, cells: cellsOf(rows.filter(({ r }) => r === key)) })),
    total: cellsOf(rows),
  }
}

const add = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0)

export const rfm: ReportSource = {
  heads: () => heads,
  count,
  behind({ shop_id }, asked, { row, column }) {
    const isBand = FREQUENCY_BANDS.some(({ key }) => key === column)
    return {
      kind: 'customer',
      units: sql`select b.customer_id as id, b.day, b.amount::float8 as amount from (${buyers(shop_id, asked)}) b
        where ${row === undefined ? sql`true` : sql`b.r = ${row}`} and ${isBand ? sql`b.f = ${column}` : sql`true`}`,
      parts: null,
    }
  },
}
