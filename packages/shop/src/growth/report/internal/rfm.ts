import type { Report } from '@kushi/contract/admin/report'
import { customer_fact } from '@kushi/db/schema/report'
import { FREQUENCY_BANDS, RECENCY_BANDS } from '@kushi/values/report'
import { sum } from '@kushi/values/sum'
import { type SQL, sql } from 'drizzle-orm'
import { bandSql } from './contracts.ts'
import { numberCell, type ReportContext, type ReportFigures, type ReportSource } from './report-source.ts'
import type { ResolvedReportQuery } from './resolve-report-query.ts'

const heads: Report['heads'] = [
  ...FREQUENCY_BANDS.map(({ key, name }) => ({ key, label: name, unit: 'count' as const, has_rows: true })),
  { key: 'members', label: '会員', unit: 'count', has_rows: true },
  { key: 'amount', label: 'ご注文の金額', unit: 'yen', has_rows: true },
]

/** Members whose last kept order is of these days: the days since then, and how often and for how much they have ordered so far. */
const buyers = (shop_id: number, asked: ResolvedReportQuery): SQL => sql`
  select c.customer_id, c.kept_on as day, c.kept_amount as amount,
    ${bandSql(sql`(${asked.today}::date - c.kept_on)`, RECENCY_BANDS)} as r, ${bandSql(sql`c.kept_orders`, FREQUENCY_BANDS)} as f
  from ${customer_fact} c where c.shop_id = ${shop_id} and c.kept_on between ${asked.from}::date and ${asked.to}::date`

async function count({ db, shop_id }: ReportContext, asked: ResolvedReportQuery): Promise<ReportFigures> {
  const { rows } = await db.execute<{ r: string; f: string; members: number; amount: number }>(sql`
    select r, f, count(*)::int as members, sum(amount)::float8 as amount from (${buyers(shop_id, asked)}) b group by 1, 2`)
  const cellsOf = (own: typeof rows) => [
    ...FREQUENCY_BANDS.map(({ key }) => numberCell(sum(own.filter(({ f }) => f === key).map((one) => one.members)))),
    numberCell(sum(own.map((one) => one.members))),
    numberCell(sum(own.map((one) => one.amount))),
  ]
  return {
    rows: RECENCY_BANDS.map(({ key }) => ({ key, cells: cellsOf(rows.filter(({ r }) => r === key)) })),
    total: cellsOf(rows),
  }
}

export const rfmReport: ReportSource = {
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
