import {
  REPORT_FILTER_NAME,
  type ReportFilter,
  type ReportGrouping,
  type ReportName,
  type ReportQuery,
  reportKind,
} from '@kushi/contract/admin/report'
import { type CalendarDate, daysBetween } from '@kushi/values/calendar-date'
import { MAX_REPORT_DAYS } from '@kushi/values/limits'
import type { OperatorContext } from '../../../foundation/admin/index.ts'
import { refusedField } from '../../../shop-error.ts'
import { daysOfPeriod, periodStart } from '../rules/periods.ts'

/** A query of a report, completed with the defaults. */
export interface ResolvedReportQuery extends Partial<Record<ReportFilter, string>> {
  report: ReportName
  from: CalendarDate
  to: CalendarDate
  by: ReportGrouping
  view: string | null
  switched: 'without' | 'with' | 'only'
  today: CalendarDate
}

const later = (a: CalendarDate, b: CalendarDate) => (a > b ? a : b)

const MAX_BY_DAY = 400

/**
 * Completes the query of a report with the defaults, and checks it.
 * @throws ShopError 422 for what this report does not take
 */
export function resolveReportQuery(
  { clock }: Pick<OperatorContext, 'clock'>,
  report: ReportName,
  query: ReportQuery,
): ResolvedReportQuery {
  const kind = reportKind(report)
  const today = clock.today()
  const moving = daysOfPeriod(query.period ?? kind.period, today)
  const to = query.to ?? (query.from === undefined ? moving.to : later(today, query.from))
  const from = query.from ?? (query.to === undefined ? moving.from : periodStart(query.to, 'month'))
  if (from > to) throw refusedField('to', '期間の終わりは、始まりより後の日にしてください。')
  const days = daysBetween(from, to) + 1
  if (days > MAX_REPORT_DAYS) throw refusedField('from', '期間は5年までにしてください。')
  const by = query.by ?? kind.by[0]!
  if (!kind.by.includes(by)) throw refusedField('by', 'このレポートでは選べない分け方です。')
  if (by === 'day' && days > MAX_BY_DAY)
    throw refusedField('from', `日ごとに見られるのは${MAX_BY_DAY}日までです。週か月で見てください。`)
  const views = kind.views && Object.keys(kind.views)
  if (query.view !== undefined && !views?.includes(query.view))
    throw refusedField('view', 'このレポートでは選べない見方です。')
  if (query.switched !== undefined && !kind.switched) throw refusedField('switched', 'このレポートでは選べません。')
  for (const name of Object.keys(REPORT_FILTER_NAME) as ReportFilter[])
    if (query[name] !== undefined && !kind.filters.includes(name))
      throw refusedField(name, `このレポートは「${REPORT_FILTER_NAME[name]}」では絞り込めません。`)
  for (const name of ['product_id', 'payment_method_id', 'reason_id'] as const)
    if (query[name] !== undefined && !/^\d{1,15}$/.test(query[name])) throw refusedField(name, '選び直してください。')
  const { product_id, payment_method_id, adcd, ad_group, sort, repeat, reason_id } = query
  return {
    report,
    from,
    to,
    by,
    view: query.view ?? views?.[0] ?? null,
    switched: query.switched ?? 'without',
    today,
    ...Object.fromEntries(
      Object.entries({ product_id, payment_method_id, adcd, ad_group, sort, repeat, reason_id }).filter(
        ([, value]) => value !== undefined,
      ),
    ),
  }
}
