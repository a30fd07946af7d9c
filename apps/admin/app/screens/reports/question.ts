import {
  REPORT_FILTER_NAME,
  REPORTS,
  type Report,
  type ReportName,
  type ReportQuery,
  reportKind,
} from '@kushi/contract/admin/report'

export const isReport = (name: string | undefined): name is ReportName => name !== undefined && name in REPORTS

/** What the address says about a report's question. */
const QUERY_PARAMS = ['period', 'from', 'to', 'by', 'view', 'switched', ...Object.keys(REPORT_FILTER_NAME)] as const
/** 比べる: with what, and the filters of the other group; beside the question, because the server answers each alone. */
const COMPARED_PARAMS = ['vs', ...Object.keys(REPORT_FILTER_NAME).map((name) => `vs_${name}`), 'measure'] as const

const pickParams = (params: URLSearchParams, names: readonly string[]) =>
  Object.fromEntries(names.flatMap((name) => (params.has(name) ? [[name, params.get(name)!]] : [])))

export const reportQuery = (params: URLSearchParams) => pickParams(params, QUERY_PARAMS) as ReportQuery

/** The query that a saved report keeps. */
export const savedQuery = (params: URLSearchParams) =>
  new URLSearchParams(pickParams(params, [...QUERY_PARAMS, ...COMPARED_PARAMS])).toString()

const parseDay = (text: string) => new Date(`${text}T00:00:00Z`)
const say = (date: Date) => date.toISOString().slice(0, 10)

/** The question whose answer is laid over this one's; null: none. */
export function comparedReportQuery(params: URLSearchParams, { report, from, to }: Report): ReportQuery | null {
  const comparedWith = params.get('vs')
  const { period: _, ...asked } = reportQuery(params)
  if (comparedWith === 'group') {
    const filters = Object.fromEntries(
      reportKind(report).filters.flatMap((name) => {
        const value = params.get(`vs_${name}`)
        return value === null ? [] : [[name, value]]
      }),
    )
    const rest = Object.fromEntries(Object.entries(asked).filter(([name]) => !(name in REPORT_FILTER_NAME)))
    return { ...rest, from, to, ...filters }
  }
  if (comparedWith === 'year') return { ...asked, from: yearBefore(from), to: yearBefore(to) }
  if (comparedWith !== 'before') return null
  const length = (parseDay(to).getTime() - parseDay(from).getTime()) / 86_400_000 + 1
  const previousPeriodDate = (text: string) => say(new Date(parseDay(text).getTime() - length * 86_400_000))
  return { ...asked, from: previousPeriodDate(from), to: previousPeriodDate(to) }
}

/** The same day of the year before; 29 February becomes the 28th. */
function yearBefore(text: string): string {
  const [year, rest] = [Number(text.slice(0, 4)) - 1, text.slice(4)]
  return rest === '-02-29' ? `${year}-02-28` : `${year}${rest}`
}

/** The list behind a number. */
export function rowsPath(
  { report, from, to, by }: Report,
  params: URLSearchParams,
  row: string | null,
  column: string,
) {
  const { period: _, ...asked } = reportQuery(params)
  const query = new URLSearchParams({ ...(asked as Record<string, string>), from, to, by, column })
  if (row !== null) query.set('row', row)
  return `/reports/${report}/rows?${query}`
}
