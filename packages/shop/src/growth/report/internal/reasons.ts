import type { Report } from '@kushi/contract/admin/report'
import { type SQL, sql } from 'drizzle-orm'
import { isPeriod } from '../rules/periods.ts'
import { begun, contractGroup, contracts } from './contracts.ts'
import type { ReportQuestion } from './report-question.ts'
import { plain, type ReportContext, type ReportFigures, type ReportSource } from './report-source.ts'

const heads: Report['heads'] = [
  { key: 'cancelled', label: '解約', unit: 'count', has_rows: true },
  { key: 'share', label: '割合', unit: 'rate', has_rows: false },
  { key: 'paused', label: 'うち休止からの解約', unit: 'count', has_rows: true },
]

const group = (asked: ReportQuestion) => contractGroup(asked, sql`s.ended_on`)

/** Paused when it was cancelled: the last word before the end was 休止. */
const fromPause = sql`coalesce((select e.event = 'paused' from subscription_event e where e.shop_id = s.shop_id and e.subscription_id = s.id
  and e.event in ('paused', 'reopened') order by e.id desc limit 1), false)`

/** Contracts that their members cancelled in these days. */
const cancelled = (
  shop_id: number,
  asked: ReportQuestion,
): SQL => sql`${begun(shop_id, asked)} and s.end_event = 'cancelled'
  and s.ended_on between ${asked.from}::date and ${asked.to}::date
  ${asked.reason_id === undefined ? sql`` : sql`and coalesce(s.end_reason_id, 0) = ${Number(asked.reason_id)}`}`

async function count({ db, shop_id }: ReportContext, asked: ReportQuestion): Promise<ReportFigures> {
  const { rows } = await db.execute<{ key: string; contracts: number; paused: number }>(sql`
    select ${group(asked)} as key, count(*)::int as contracts, (count(*) filter (where ${fromPause}))::int as paused
    from ${contracts} where ${cancelled(shop_id, asked)}
    group by 1 order by ${isPeriod(asked.by) ? sql`1` : sql`2 desc, 1`}`)
  const all = rows.reduce((sum, one) => sum + one.contracts, 0)
  const cellsOf = (value: number, paused: number) => [
    plain(value),
    { value: all === 0 ? null : value, of: all, undecided: null },
    plain(paused),
  ]
  return {
    rows: rows.map((one) => ({ key: one.key, cells: cellsOf(one.contracts, one.paused) })),
    total: cellsOf(
      all,
      rows.reduce((sum, one) => sum + one.paused, 0),
    ),
  }
}

export const reasons: ReportSource = {
  heads: () => heads,
  count,
  behind({ shop_id }, asked, { row, column }) {
    return {
      kind: 'subscription',
      units: sql`select k.subscription_id as id, s.ended_on as day, null::float8 as amount from ${contracts}
        where ${cancelled(shop_id, asked)} and ${row === undefined ? sql`true` : sql`${group(asked)} = ${row}`}
          and ${column === 'paused' ? fromPause : sql`true`}`,
      parts: null,
    }
  },
}
