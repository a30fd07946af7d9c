import { CSV_ENCODING_NAME, type CsvEncoding } from '@kushi/contract/admin/csv'
import type { Experiment } from '@kushi/contract/admin/experiment'
import {
  REPORT_FILTER_NAME,
  REPORT_GROUPING_NAME,
  REPORT_PERIOD_NAME,
  REPORTS,
  type Report,
  type ReportCell,
  type ReportFilter,
  type ReportName,
  reportKind,
  SWITCHED_CONTRACTS_FILTER_NAME,
} from '@kushi/contract/admin/report'
import { MIN_RATE_SAMPLE } from '@kushi/values/report'
import { type ReactNode, useState } from 'react'
import {
  Link,
  type LoaderFunctionArgs,
  NavLink,
  redirect,
  useLoaderData,
  useRevalidator,
  useSearchParams,
} from 'react-router'
import { api } from '../../api.ts'
import { download } from '../../download.ts'
import { Views } from '../../list/views.tsx'
import { useMay } from '../../me.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Refusal } from '../../ui/dialog.tsx'
import { type Choice, choicesOf } from '../../ui/field.tsx'
import { formFor } from '../../ui/form-for.ts'
import { Empty, Page, Section } from '../../ui/page.tsx'
import { formatDay, formatMoment, formatNumber } from '../../ui/time.tsx'
import { useAction } from '../../ui/use-action.ts'
import { AdCostFiles } from './ad-cost-files.tsx'
import { BarList, formatValue, LineChart, type Series } from './chart.tsx'
import { Conversions } from './conversions.tsx'
import { MailButton } from './mail-button.tsx'
import { PaceComparison } from './pace-comparison.tsx'
import { comparedReportQuery, isReport, reportQuery, rowsPath, savedQuery } from './question.ts'

const { Form, TextAreaField } = formFor<{ pasted: string }>()

export async function loader({ request, params }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams
  const { report } = params
  if (!isReport(report)) return redirect('/reports/sales')
  const now = await api('GET /admin/v1/reports/{report}', { params: { report }, query: reportQuery(asked) })
  const other = comparedReportQuery(asked, now)
  const compared = other && (await api('GET /admin/v1/reports/{report}', { params: { report }, query: other }))
  const experiment = report === 'pace' ? await api('GET /admin/v1/pace/experiment') : null
  return { now, compared, experiment }
}

/** レポート: a question, its chart, and the table whose every number opens what it counts. */
export function Component() {
  const { now, compared, experiment } = useLoaderData<{
    now: Report
    compared: Report | null
    experiment: Experiment | null
  }>()
  const [params] = useSearchParams()
  const { title, lead } = reportKind(now.report)
  const mayWrite = useMay('setting.write')
  const mayExport = useMay('export.personal')
  const isEmpty = now.rows.every(({ cells }) => cells.every(({ value }) => !value))
  return (
    <Page title={title} lead={lead} actions={<ExportReport report={now} />}>
      <Tabs />
      <Views
        list={{ name: `report-${now.report}` }}
        current={savedQuery(params)}
        beside={(view) => <MailButton view={view} />}
      />
      <p className="mb-3 text-muted text-xs">
        <span className="numeric">
          {formatDay(now.from)}〜{formatDay(now.to)}
        </span>
        {compared && (
          <span className="numeric">
            ・比べる相手 {formatDay(compared.from)}〜{formatDay(compared.to)}
          </span>
        )}
        ・<span className="numeric">{formatMoment(now.as_of)}</span>時点
      </p>
      <Section title={`${REPORT_GROUPING_NAME[now.by]}ごと`}>
        {isEmpty ? (
          <Empty>この条件に当てはまるものは、まだありません。期間を広げるか、絞り込みを外してください。</Empty>
        ) : (
          <Chart now={now} compared={compared} />
        )}
        <Question key={`${now.report}?${params}`} report={now} />
        {!isEmpty && <Figures now={now} compared={compared} />}
      </Section>
      {experiment && <PaceComparison experiment={experiment} />}
      {now.report === 'ads' && mayExport && <Conversions from={now.from} to={now.to} />}
      {now.report === 'ads' && mayWrite && <Costs />}
    </Page>
  )
}

/** 広告の費用: from a media's file, typed, or pasted from a sheet. */
function Costs() {
  const { revalidate } = useRevalidator()
  return (
    <Section
      title="費用を入れる"
      lead="税抜の費用を、媒体のCSVか、貼り付けた行で入れます。同じ日とコードの費用は、新しいものに置き換わります。"
    >
      <AdCostFiles />
      <Form
        values={{ pasted: '' }}
        submit="費用を保存する"
        done="広告の費用を保存しました"
        save={async (body) => {
          await api('POST /admin/v1/ad-costs', { body })
          await revalidate()
        }}
      >
        <TextAreaField
          name="pasted"
          label="日付・広告コード・費用"
          isRequired
          rows={6}
          hint="1行に1つずつ、コンマかタブで区切ります。例: 2026-11-01,AD-A,12000"
        />
      </Form>
    </Section>
  )
}

function Tabs() {
  return (
    <nav aria-label="レポート" className="no-print mb-3 flex gap-1 overflow-x-auto border-line border-b">
      {(Object.keys(REPORTS) as ReportName[]).map((name) => (
        <NavLink
          key={name}
          to={`/reports/${name}`}
          className={({ isActive }) =>
            cx('tap whitespace-nowrap border-b-2 px-2 py-1', isActive ? 'border-camellia' : 'border-transparent')
          }
        >
          {REPORTS[name].title}
        </NavLink>
      ))}
    </nav>
  )
}

function Select({
  label,
  value,
  choices,
  onChange,
}: {
  label: string
  value: string
  choices: readonly Choice[]
  onChange(value: string): void
}) {
  return (
    <label className="min-w-28 text-xs md:max-w-52">
      <span className="mb-1 block font-medium">{label}</span>
      <select className="control" value={value} onChange={(event) => onChange(event.target.value)}>
        {choices.map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </select>
    </label>
  )
}

/** No filter; the empty text is 「広告コードなし」. */
const ALL_VALUES = '*'

function Question({ report }: { report: Report }) {
  const [params, setParams] = useSearchParams()
  const kind = reportKind(report.report)
  const put = (changes: Record<string, string | null>) => {
    const next = new URLSearchParams(params)
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) next.delete(name)
      else next.set(name, value)
    }
    setParams(next)
  }
  const period = params.has('from') || params.has('to') ? 'days' : (params.get('period') ?? kind.period)
  const [days, setDays] = useState({ from: report.from, to: report.to })
  const comparedWith = params.get('vs') ?? ''
  const filter = (name: ReportFilter, prefix = '') => (
    <Select
      key={name}
      label={prefix ? `相手の${REPORT_FILTER_NAME[name]}` : REPORT_FILTER_NAME[name]}
      value={params.get(`${prefix}${name}`) ?? ALL_VALUES}
      choices={[{ value: ALL_VALUES, label: 'すべて' }, ...report.choices[name]]}
      onChange={(value) => put({ [`${prefix}${name}`]: value === ALL_VALUES ? null : value })}
    />
  )
  return (
    <div className="no-print my-4 grid grid-cols-2 items-end gap-3 md:flex md:flex-wrap">
      <Select
        label="期間"
        value={period}
        choices={[...choicesOf(REPORT_PERIOD_NAME), { value: 'days', label: '日を選ぶ' }]}
        onChange={(value) =>
          value === 'days'
            ? put({ period: null, from: report.from, to: report.to })
            : put({ period: value === kind.period ? null : value, from: null, to: null })
        }
      />
      {period === 'days' && (
        <form
          className="col-span-2 flex flex-wrap items-end gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            put({ period: null, ...days })
          }}
        >
          {(['from', 'to'] as const).map((name) => (
            <label key={name} className="text-xs">
              <span className="mb-1 block font-medium">{name === 'from' ? '始まり' : '終わり'}</span>
              <input
                type="date"
                required
                className="control"
                value={days[name]}
                onChange={(event) => setDays({ ...days, [name]: event.target.value })}
              />
            </label>
          ))}
          <Button type="submit">この期間を見る</Button>
        </form>
      )}
      <Select
        label="分け方"
        value={report.by}
        choices={kind.by.map((value) => ({ value, label: REPORT_GROUPING_NAME[value] }))}
        onChange={(value) => put({ by: value === kind.by[0] ? null : value })}
      />
      {kind.views && (
        <Select
          label="見方"
          value={report.view ?? ''}
          choices={choicesOf(kind.views)}
          onChange={(value) => put({ view: value === Object.keys(kind.views!)[0] ? null : value })}
        />
      )}
      {kind.switched && (
        <Select
          label="乗換"
          value={params.get('switched') ?? 'without'}
          choices={choicesOf(SWITCHED_CONTRACTS_FILTER_NAME)}
          onChange={(value) => put({ switched: value === 'without' ? null : value })}
        />
      )}
      {kind.filters.map((name) => filter(name))}
      {report.report !== 'cohorts' && (
        <Select
          label="グラフの数字"
          value={measureOf(report, params)}
          choices={report.heads.map(({ key, label }) => ({ value: key, label }))}
          onChange={(value) => put({ measure: value })}
        />
      )}
      <Select
        label="比べる"
        value={comparedWith}
        choices={[
          { value: '', label: '比べない' },
          { value: 'before', label: '前の期間' },
          { value: 'year', label: '前の年' },
          { value: 'group', label: '別の絞り込み' },
        ]}
        onChange={(value) => put({ vs: value || null })}
      />
      {comparedWith === 'group' && kind.filters.map((name) => filter(name, 'vs_'))}
    </div>
  )
}

/** The number that the chart shows. */
function measureOf({ report, heads }: Report, params: URLSearchParams): string {
  const asked = params.get('measure')
  if (asked !== null && heads.some(({ key }) => key === asked)) return asked
  return reportKind(report).measure
}

const shown = ({ value, of }: ReportCell): number | null =>
  of === null ? value : value === null || of === 0 ? null : value / of

function groupName(report: Report, params: URLSearchParams, prefix: '' | 'vs_'): string {
  const names = reportKind(report.report).filters.flatMap((name) => {
    const value = params.get(`${prefix}${name}`)
    if (value === null) return []
    return [report.choices[name].find((one) => one.value === value)?.label ?? value]
  })
  return names.length > 0 ? names.join('・') : 'すべて'
}

function Chart({ now, compared }: { now: Report; compared: Report | null }) {
  const [params] = useSearchParams()
  const { title } = reportKind(now.report)
  const vs = params.get('vs')
  const other = vs === 'group' ? groupName(now, params, 'vs_') : vs === 'year' ? '前の年' : '前の期間'
  const name = vs === 'group' ? groupName(now, params, '') : 'この期間'
  if (now.report === 'cohorts') {
    const cells = (report: Report) => (report.total ?? []).slice(1).map(shown)
    const series = [
      { name: `${name}(合計)`, values: cells(now) },
      ...(compared ? [{ name: `${other}(合計)`, values: cells(compared) }] : []),
    ]
    return <LineChart title={title} labels={now.heads.slice(1).map(({ label }) => label)} series={series} unit="rate" />
  }
  const measure = measureOf(now, params)
  const at = now.heads.findIndex(({ key }) => key === measure)
  const { unit, label } = now.heads[at]!
  const isTime = now.by === 'day' || now.by === 'week' || now.by === 'month'
  const rows = isTime ? now.rows : now.rows.filter(({ cells }) => shown(cells[at]!) !== null)
  const comparedCell = (row: Report['rows'][number], n: number) => {
    const found = vs !== 'group' && isTime ? compared!.rows[n] : compared!.rows.find(({ key }) => key === row.key)
    return found ? shown(found.cells[at]!) : isTime ? null : 0
  }
  const series: Series[] = [
    { name, values: rows.map(({ cells }) => shown(cells[at]!)) },
    ...(compared ? [{ name: other, values: rows.map(comparedCell) }] : []),
  ]
  const props = {
    title: `${title}(${label})`,
    series,
    unit,
    labels: rows.map((row) => (isTime ? sayShort(row.key, now.by) : row.label)),
  }
  const sumOf = (report: Report | null) => {
    const value = report?.total ? shown(report.total[at]!) : null
    return value === null ? null : formatValue(value, unit)
  }
  const [sum, otherSum] = [sumOf(now), sumOf(compared)]
  return (
    <>
      {sum !== null && (
        <p className="mb-2 flex flex-wrap items-baseline gap-x-3">
          <span className="text-muted text-xs">{label}</span>
          <span className="numeric text-2xl">{sum}</span>
          {otherSum !== null && (
            <span className="numeric text-muted text-xs">
              {other} {otherSum}
            </span>
          )}
        </p>
      )}
      {isTime ? <LineChart {...props} /> : <BarList {...props} />}
    </>
  )
}

const sayShort = (key: string, by: string) =>
  by === 'month' ? key.slice(0, 7).replace('-', '/') : `${Number(key.slice(5, 7))}/${Number(key.slice(8, 10))}`

function Figures({ now, compared }: { now: Report; compared: Report | null }) {
  const [params] = useSearchParams()
  const total = now.total
  // A column in which nothing happened only takes room.
  const isUsed = ({ total: sums, rows }: Report, n: number) =>
    [...rows.map(({ cells }) => cells[n]!), ...(sums ? [sums[n]!] : [])].some(
      ({ value, of, undecided }) => value || of || undecided,
    )
  const columns = now.heads
    .map((_, n) => n)
    .filter((n) => n === 0 || isUsed(now, n) || (compared && isUsed(compared, n)))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard
    <section className="overflow-x-auto" tabIndex={0} aria-label="レポートの表">
      <table className="numeric w-full whitespace-nowrap text-right text-xs">
        <thead className="border-edge border-b text-muted">
          <tr>
            <th scope="col" className="sticky left-0 bg-surface py-1 pr-3 text-left font-normal">
              {REPORT_GROUPING_NAME[now.by]}
            </th>
            {columns.map((n) => (
              <th key={now.heads[n]!.key} scope="col" className="py-1 pl-3 font-normal">
                {now.heads[n]!.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {now.rows.map((row) => (
            <tr key={row.key} className="border-line border-b">
              <th
                scope="row"
                className="sticky left-0 min-w-20 max-w-52 whitespace-normal bg-surface py-1 pr-3 text-left align-top font-normal"
              >
                {row.label}
              </th>
              {columns.map((n) => (
                <td key={now.heads[n]!.key} className="py-1 pl-3 align-top">
                  <Figure
                    cell={row.cells[n]!}
                    head={now.heads[n]!}
                    to={rowsPath(now, params, row.key, now.heads[n]!.key)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot className="border-edge border-t">
          {total && (
            <TotalRow label="合計" report={now} columns={columns} to={(key) => rowsPath(now, params, null, key)} />
          )}
          {compared?.total && <TotalRow label="比べる相手" report={compared} columns={columns} to={null} />}
        </tfoot>
      </table>
      {now.is_cut && <p className="mt-2 text-muted">上位200行です。すべての行は、CSVにあります。</p>}
    </section>
  )
}

interface TotalProps {
  label: string
  report: Report
  columns: readonly number[]
  to: ((key: string) => string) | null
}

function TotalRow({ label, report, columns, to }: TotalProps) {
  return (
    <tr>
      <th scope="row" className="sticky left-0 bg-surface py-2 pr-3 text-left align-top">
        {label}
      </th>
      {columns.map((n) => (
        <td key={report.heads[n]!.key} className="py-2 pl-3 align-top font-medium">
          <Figure cell={report.total![n]!} head={report.heads[n]!} to={to?.(report.heads[n]!.key) ?? null} />
        </td>
      ))}
    </tr>
  )
}

/** A number. A rate of few shows how many first, in grey; one that can't be judged yet says so. */
function Figure({ cell, head, to }: { cell: ReportCell; head: Report['heads'][number]; to: string | null }) {
  const { value, of, undecided } = cell
  const link = (children: ReactNode) =>
    to !== null && head.has_rows ? (
      <Link to={to} className="text-link">
        {children}
      </Link>
    ) : (
      children
    )
  if (of === null) {
    if (value === null) return <span className="text-muted">—</span>
    return value === 0 ? (
      <span className="text-muted">{formatValue(0, head.unit)}</span>
    ) : (
      link(formatValue(value, head.unit))
    )
  }
  const open = undecided ? <span className="block text-muted">未判定 {undecided}</span> : null
  if (value === null || of === 0) return <span className="text-muted">{undecided ? '未判定' : '—'}</span>
  const rate = formatValue(value / of, head.unit)
  const count = head.unit === 'mean' ? `${of}人` : `${formatNumber(value)}/${formatNumber(of)}`
  return of < MIN_RATE_SAMPLE ? (
    <span className="text-muted">
      {link(`${count} (${rate})`)}
      {open}
    </span>
  ) : (
    <>
      {link(rate)}
      <span className="block text-muted">{count}</span>
      {open}
    </>
  )
}

function ExportReport({ report }: { report: Report }) {
  const [params] = useSearchParams()
  const { act, isBusy, refusal } = useAction()
  const [encoding, setEncoding] = useState<CsvEncoding>('utf-8')
  return (
    <span className="no-print flex flex-wrap items-center gap-2">
      <select
        aria-label="文字コード"
        className="control w-auto!"
        value={encoding}
        onChange={(event) => setEncoding(event.target.value as CsvEncoding)}
      >
        {choicesOf(CSV_ENCODING_NAME).map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <Button
        isBusy={isBusy}
        onClick={() =>
          void act(() =>
            download(
              'POST /admin/v1/reports/{report}/export',
              { filter: reportQuery(params), encoding },
              { report: report.report },
            ),
          )
        }
      >
        CSVを出力する
      </Button>
      <Button onClick={() => window.print()}>印刷する</Button>
      {refusal && <Refusal>{refusal}</Refusal>}
    </span>
  )
}
