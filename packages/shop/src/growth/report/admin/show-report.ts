import type { Permission } from '@kushi/contract/admin/permission'
import {
  RATE_PART_NAME,
  REPORT_FILTER_NAME,
  REPORT_GROUPING_NAME,
  type Report,
  type ReportCell,
  type ReportFilter,
  type ReportName,
  type ReportQuery,
  reportKind,
  SWITCHED_CONTRACTS_FILTER_NAME,
} from '@kushi/contract/admin/report'
import { customer } from '@kushi/db/schema/customer'
import { orders } from '@kushi/db/schema/order'
import { subscription } from '@kushi/db/schema/subscription'
import { isCalendarDate } from '@kushi/values/calendar-date'
import { MIN_PERSONS_SHOWN_TO_ALL } from '@kushi/values/report'
import { sql } from 'drizzle-orm'
import type { AdminHandler, OperatorContext } from '../../../foundation/admin/index.ts'
import { type CsvColumn, csvFile, recordExport } from '../../../foundation/csv/index.ts'
import { refusedField, ShopError } from '../../../shop-error.ts'
import { adReport } from '../internal/ads.ts'
import { cohortReport } from '../internal/cohorts.ts'
import { loadFilterChoices, loadRowLabels } from '../internal/labels.ts'
import { memberReport } from '../internal/members.ts'
import { paceReport } from '../internal/pace.ts'
import { productReport } from '../internal/products.ts'
import { subscriptionReasonReport } from '../internal/reasons.ts'
import { type FigureDrilldown, numberCell, type ReportSource } from '../internal/report-source.ts'
import { type ResolvedReportQuery, resolveReportQuery } from '../internal/resolve-report-query.ts'
import { rfmReport } from '../internal/rfm.ts'
import { salesReport } from '../internal/sales.ts'
import { subscriptionReport } from '../internal/subscriptions.ts'
import { isCalendarPeriod, periodStartsBetween } from '../rules/periods.ts'

const sources: Record<ReportName, ReportSource> = {
  sales: salesReport,
  subscriptions: subscriptionReport,
  cohorts: cohortReport,
  reasons: subscriptionReasonReport,
  members: memberReport,
  ads: adReport,
  products: productReport,
  pace: paceReport,
  rfm: rfmReport,
}

/** The most rows on a screen; the file has all. */
const MAX_ROWS = 200
/** The most units that a list behind a number shows. */
const MAX_UNITS = 200

/** The rows of a report with their names; by time, periods without anything are there too. */
async function reportOf(ctx: Asker, asked: ResolvedReportQuery) {
  const [counted, labelOf] = await Promise.all([sources[asked.report].count(ctx, asked), loadRowLabels(ctx, asked)])
  const heads = sources[asked.report].heads(asked)
  const nothing = heads.map(({ unit }) =>
    unit === 'rate' || unit === 'mean' ? { value: null, of: 0, undecided: 0 } : numberCell(0),
  )
  const known = new Map(counted.rows.map((row) => [row.key, row]))
  const rows = isCalendarPeriod(asked.by)
    ? periodStartsBetween(asked.from, asked.to, asked.by).map((key) => known.get(key) ?? { key, cells: nothing })
    : counted.rows
  return { ...counted, heads, rows: rows.map((row) => ({ ...row, label: labelOf(row.key) })) }
}

/** レポート: loads a report with its rows, as of now. */
export const showReport: AdminHandler<'GET /admin/v1/reports/{report}'> = (ctx, { report, ...query }) =>
  loadReport(ctx, report, query as ReportQuery)

type Asker = Pick<OperatorContext, 'db' | 'shop_id' | 'clock'>

export async function loadReport(ctx: Asker, report: ReportName, query: ReportQuery): Promise<Report> {
  const asked = resolveReportQuery(ctx, report, query)
  const [{ heads, rows, total }, choices] = await Promise.all([reportOf(ctx, asked), loadFilterChoices(ctx, asked)])
  const { from, to, by, view } = asked
  return {
    report,
    from,
    to,
    by,
    view,
    as_of: ctx.clock.now().toISOString(),
    heads,
    rows: isCalendarPeriod(by) ? rows : rows.slice(0, MAX_ROWS),
    total,
    is_cut: !isCalendarPeriod(by) && rows.length > MAX_ROWS,
    choices,
  }
}

const mayRead: Record<FigureDrilldown['kind'], Permission> = {
  order: 'order.read',
  subscription: 'subscription.read',
  customer: 'customer.read',
}

/**
 * 内訳: lists what a figure of a report counts.
 * @throws ShopError 403 for fewer than five persons, to those who may not see persons
 */
export const showReportRows: AdminHandler<'GET /admin/v1/reports/{report}/rows'> = async (ctx, input) => {
  const { report, row, column, part, ...query } = input
  const asked = resolveReportQuery(ctx, report, query as ReportQuery)
  const { db, shop_id } = ctx
  const counted = headOf(asked, column)
  if (row !== undefined && isCalendarPeriod(asked.by) && !isCalendarDate(row))
    throw refusedField('row', 'この行はありません。')
  const { kind, units, parts } = sources[report].behind(ctx, asked, { row, column, part })
  const table = { order: orders, subscription, customer }[kind]
  const member = kind === 'customer' ? sql`t.id` : sql`t.customer_id`
  const { rows: sums } = await db.execute<{ total: number; persons: number }>(sql`
    select count(*)::int as total, count(distinct ${member})::int as persons
    from (${units}) u join ${table} t on t.shop_id = ${shop_id} and t.id = u.id`)
  const { total, persons } = sums[0]!
  const isFew = persons < MIN_PERSONS_SHOWN_TO_ALL && total > 0 && !ctx.operator.permissions.includes('customer.read')
  if (isFew || !ctx.operator.permissions.includes(mayRead[kind]))
    throw new ShopError(
      403,
      'ERROR_TOO_FEW',
      `内訳を見る権限がありません。${isFew ? `${MIN_PERSONS_SHOWN_TO_ALL}人に満たない一覧は、会員を見る権限のある方だけが開けます。` : ''}`,
    )
  const name = kind === 'order' ? sql`t.order_no` : sql`t.id::text`
  const { rows: items } = await db.execute<{ id: number; name: string; day: string; amount: number | null }>(sql`
    select u.id::float8 as id, ${name} as name, u.day::text as day, u.amount
    from (${units}) u join ${table} t on t.shop_id = ${shop_id} and t.id = u.id
    order by u.day desc, u.id desc limit ${MAX_UNITS}`)
  const counts = parts === null ? [] : (await db.execute<{ part: string; units: number }>(parts)).rows
  const of = (name: string) => counts.find((one) => one.part === name)?.units ?? 0
  const labelOf = await loadRowLabels(ctx, asked)
  return {
    title: [row === undefined ? '合計' : labelOf(row), counted.label].join('・'),
    total,
    items: items.map((one) => ({ kind, ...one })),
    parts: parts === null ? null : { counted: of('counted'), missed: of('missed'), undecided: of('undecided') },
  }
}

/** @throws ShopError 422 for a column that the report does not have, or whose numbers open nothing */
function headOf(asked: ResolvedReportQuery, column: string): Report['heads'][number] {
  const found = sources[asked.report].heads(asked).find(({ key, has_rows }) => key === column && has_rows)
  if (!found) throw refusedField('column', 'この数字には、内訳がありません。')
  return found
}

/** The question in words, for the first lines of a file. */
export function describeReportQuery(
  ctx: Pick<OperatorContext, 'clock'>,
  asked: ResolvedReportQuery,
  choices: Report['choices'],
): string[] {
  const kind = reportKind(asked.report)
  const filters = (Object.keys(REPORT_FILTER_NAME) as ReportFilter[]).flatMap((name) => {
    const value = asked[name]
    if (value === undefined) return []
    return [`${REPORT_FILTER_NAME[name]}: ${choices[name].find((one) => one.value === value)?.label ?? value}`]
  })
  const at = ctx.clock
    .now()
    .toLocaleString('ja-JP', { timeZone: 'Asia/Tokyo', dateStyle: 'medium', timeStyle: 'short' })
  return [
    kind.title,
    `期間: ${asked.from}〜${asked.to}`,
    `分け方: ${REPORT_GROUPING_NAME[asked.by]}`,
    ...(kind.views && asked.view !== null ? [`基準: ${kind.views[asked.view]}`] : []),
    ...(kind.switched ? [SWITCHED_CONTRACTS_FILTER_NAME[asked.switched]] : []),
    ...filters,
    `${at}時点`,
  ]
}

export const exportReport: AdminHandler<'POST /admin/v1/reports/{report}/export'> = async (
  ctx,
  { report, encoding, filter },
) => {
  const asked = resolveReportQuery(ctx, report, filter)
  const [{ heads, rows, total }, choices] = await Promise.all([reportOf(ctx, asked), loadFilterChoices(ctx, asked)])
  const said = describeReportQuery(ctx, asked, choices)
  await recordExport(ctx, `レポート「${reportKind(report).title}」`, { filter })
  type Line = { label: string; cells: ReportCell[] }
  const columns: CsvColumn<Line>[] = [
    { head: said.join(' / '), of: ({ label }) => label },
    ...heads.flatMap(({ label, unit }, n): CsvColumn<Line>[] =>
      unit === 'rate'
        ? [
            { head: `${label}(%)`, of: ({ cells }) => percent(cells[n]!) },
            { head: `${label} 分子`, of: ({ cells }) => cells[n]!.value },
            { head: `${label} 分母`, of: ({ cells }) => cells[n]!.of },
            { head: `${label} ${RATE_PART_NAME.undecided}`, of: ({ cells }) => cells[n]!.undecided },
          ]
        : unit === 'mean'
          ? [
              { head: `${label}(円・ひとりあたり)`, of: ({ cells }) => mean(cells[n]!) },
              { head: `${label} 人数`, of: ({ cells }) => cells[n]!.of },
            ]
          : [
              {
                head: unit === 'yen' && !label.endsWith('(税抜)') ? `${label}(税込)` : label,
                of: ({ cells }) => cells[n]!.value,
              },
            ],
    ),
  ]
  async function* lines() {
    yield rows
    if (total) yield [{ label: '合計', cells: total }]
  }
  return csvFile(`report-${report}-${asked.from}-${asked.to}`, columns, encoding, lines())
}

const mean = ({ value, of }: ReportCell) => (value === null || !of ? null : Math.round(value / of))
const percent = ({ value, of }: ReportCell) => (value === null || !of ? null : Math.round((value / of) * 1000) / 10)
