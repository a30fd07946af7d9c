import { MAX_COHORT_CYCLES } from '@kushi/values/report'
import { sql } from 'drizzle-orm'
import { isCalendarPeriod } from '../rules/periods.ts'
import { type CohortRetentionCount, survivalRates } from '../rules/survival.ts'
import { cohortContractsSql } from './contracts.ts'
import { numberCell, type ReportContext, type ReportFigures, type ReportSource } from './report-source.ts'
import type { ResolvedReportQuery } from './resolve-report-query.ts'

type Row = CohortRetentionCount & { g: string } & Record<string, unknown>

const viewOf = ({ view }: ResolvedReportQuery) => (view === 'continuing' ? 'continuing' : 'remaining')

async function count({ db, shop_id }: ReportContext, asked: ResolvedReportQuery): Promise<ReportFigures> {
  const { rows } = await db.execute<Row>(sql`
    select c.g::text as g, more, last, judged, count(*)::int as contracts from (${cohortContractsSql(shop_id, asked)}) c group by c.g, 2, 3, 4`)
  const cellsOf = (own: readonly Row[]) => {
    const begun = own.reduce((total, { contracts }) => total + contracts, 0)
    return { begun, cells: [numberCell(begun), ...survivalRates(own, viewOf(asked), MAX_COHORT_CYCLES)] }
  }
  const groups = [...Map.groupBy(rows, ({ g }) => g)].map(([key, own]) => ({ key, ...cellsOf(own) }))
  groups.sort((a, b) => (isCalendarPeriod(asked.by) ? a.key.localeCompare(b.key) : b.begun - a.begun))
  return {
    rows: groups.map(({ key, cells }) => ({ key, cells })),
    total: cellsOf(rows).cells,
  }
}

const heads = [
  { key: 'begun', label: '契約', unit: 'count' as const, has_rows: true },
  ...Array.from({ length: MAX_COHORT_CYCLES }, (_, n) => ({
    key: String(n + 1),
    label: `${n + 1}回目`,
    unit: 'rate' as const,
    has_rows: true,
  })),
]

export const cohortReport: ReportSource = {
  heads: () => heads,
  count,
  behind({ shop_id }, asked, { row, column, part }) {
    const mine = sql`(${cohortContractsSql(shop_id, asked)}) c where ${row === undefined ? sql`true` : sql`c.g::text = ${row}`}`
    const unit = sql`c.subscription_id as id, c.first_kept_on as day, null::float8 as amount`
    if (column === 'begun') return { kind: 'subscription', units: sql`select ${unit} from ${mine}`, parts: null }
    const n = Number(column)
    const among = viewOf(asked) === 'continuing' ? sql`c.last >= ${n - 1}::int` : sql`true`
    const parts = sql`case when c.judged >= ${n}::int then 'counted'
      when c.last < ${n}::int and c.last + c.more >= ${n}::int then 'missed' else 'undecided' end`
    return {
      kind: 'subscription',
      units: sql`select ${unit} from ${mine} and ${among} and ${parts} = ${part}`,
      parts: sql`select ${parts} as part, count(*)::int as units from ${mine} and ${among} group by 1`,
    }
  },
}
