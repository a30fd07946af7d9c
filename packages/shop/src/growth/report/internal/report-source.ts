import type { Report, ReportCell, ReportRows } from '@kushi/contract/admin/report'
import type { SQL } from 'drizzle-orm'
import type { OperatorContext } from '../../../foundation/admin/index.ts'
import type { ReportQuestion } from './report-question.ts'

export type ReportContext = Pick<OperatorContext, 'db' | 'shop_id'>

/** What a report counts, before its rows have names. */
export interface ReportFigures {
  rows: { key: string; cells: ReportCell[] }[]
  total: ReportCell[] | null
}

export type Part = keyof NonNullable<ReportRows['parts']>

/** The units behind a number: `id, day, amount` of orders or contracts. */
export interface Units {
  kind: 'order' | 'subscription' | 'customer'
  /** Selects them. */
  units: SQL
  /** Selects `part, units` for each part of a rate; null: it is no rate. */
  parts: SQL | null
}

/** One report: its numbers, and what each counts. `row` undefined: the total. */
export interface ReportSource {
  heads(asked: ReportQuestion): Report['heads']
  count(ctx: ReportContext, asked: ReportQuestion): Promise<ReportFigures>
  behind(ctx: ReportContext, asked: ReportQuestion, of: { row: string | undefined; column: string; part: Part }): Units
}

export const plainCell = (value: number | null): ReportCell => ({ value, of: null, undecided: null })
