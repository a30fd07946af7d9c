import type { Report, ReportCell, ReportRows } from '@kushi/contract/admin/report'
import type { SQL } from 'drizzle-orm'
import type { OperatorContext } from '../../../foundation/admin/index.ts'
import type { ResolvedReportQuery } from './resolve-report-query.ts'

/** The part of the context that reading a report needs. */
export type ReportContext = Pick<OperatorContext, 'db' | 'shop_id'>

/** The figures of a report, before its rows have names. */
export interface ReportFigures {
  rows: { key: string; cells: ReportCell[] }[]
  total: ReportCell[] | null
}

/** A part of a rate in a report: counted, missed or undecided. */
export type RatePart = keyof NonNullable<ReportRows['parts']>

/** The orders, contracts or members behind a figure: `id, day, amount`. */
export interface FigureDrilldown {
  kind: 'order' | 'subscription' | 'customer'
  /** Selects them. */
  units: SQL
  /** Selects `part, units` for each part of a rate; null: it is no rate. */
  parts: SQL | null
}

/** One report: its headers, its figures, and what a figure counts. `row` undefined: the total. */
export interface ReportSource {
  heads(asked: ResolvedReportQuery): Report['heads']
  count(ctx: ReportContext, asked: ResolvedReportQuery): Promise<ReportFigures>
  behind(
    ctx: ReportContext,
    asked: ResolvedReportQuery,
    of: { row: string | undefined; column: string; part: RatePart },
  ): FigureDrilldown
}

/** A cell of a report with a number that is no rate. */
export const numberCell = (value: number | null): ReportCell => ({ value, of: null, undecided: null })
