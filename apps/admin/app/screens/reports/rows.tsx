import { RATE_PART_NAME, type ReportRows, reportKind } from '@kushi/contract/admin/report'
import { Link, type LoaderFunctionArgs, redirect, useLoaderData, useParams, useSearchParams } from 'react-router'
import { api } from '../../api.ts'
import { cx } from '../../ui/cx.ts'
import { Empty, Page, Section } from '../../ui/page.tsx'
import { formatDay, formatNumber, formatYenCell } from '../../ui/time.tsx'
import { isReport, reportQuery, savedQuery } from './question.ts'

const RATE_PARTS = Object.keys(RATE_PART_NAME) as (keyof typeof RATE_PART_NAME)[]

export function loader({ request, params }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams
  const { report } = params
  const column = asked.get('column')
  if (!isReport(report) || column === null) return redirect('/reports/sales')
  const row = asked.get('row')
  const part = RATE_PARTS.find((one) => one === asked.get('part')) ?? 'counted'
  return api('GET /admin/v1/reports/{report}/rows', {
    params: { report },
    query: { ...reportQuery(asked), ...(row !== null && { row }), column, part },
  })
}

const paths = { order: '/orders', subscription: '/subscriptions', customer: '/customers' } as const
const kinds = { order: '注文', subscription: '定期便', customer: '会員' } as const

/** 内訳: what a number of a report counts, each with its page. */
export function Component() {
  const { title, total, items, parts } = useLoaderData<ReportRows>()
  const { report } = useParams()
  const [params] = useSearchParams()
  if (!isReport(report)) return null
  const part = params.get('part') ?? 'counted'
  const kind = items[0]?.kind ?? 'order'
  return (
    <Page
      title={`${title}の内訳`}
      parent={{ to: `/reports/${report}?${savedQuery(params)}`, name: reportKind(report).title }}
    >
      {parts && (
        <nav aria-label="内訳の種類" className="mb-3 flex flex-wrap gap-1 border-line border-b">
          {RATE_PARTS.map((one) => {
            const query = new URLSearchParams(params)
            query.set('part', one)
            return (
              <Link
                key={one}
                to={`?${query}`}
                aria-current={one === part ? 'page' : undefined}
                className={cx('tap border-b-2 px-2 py-1', one === part ? 'border-camellia' : 'border-transparent')}
              >
                {RATE_PART_NAME[one]} <span className="numeric">{formatNumber(parts[one])}</span>
              </Link>
            )
          })}
        </nav>
      )}
      <Section
        title={`${kinds[kind]} ${formatNumber(total)}件`}
        lead={total > items.length ? `新しいものから${items.length}件です。` : undefined}
      >
        {items.length === 0 ? (
          <Empty>当てはまるものは、ありません。</Empty>
        ) : (
          <ul className="divide-y divide-line">
            {items.map(({ id, name, day, amount }, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a contract is there once for each of its words
              <li key={n} className="flex flex-wrap items-baseline gap-x-4 py-1">
                <Link to={`${paths[kind]}/${id}`} className="text-link numeric">
                  {kind === 'order' ? name : `${kinds[kind]} ${name}`}
                </Link>
                <span className="numeric text-muted text-xs">{formatDay(day)}</span>
                {amount !== null && <span className="numeric ml-auto">{formatYenCell(amount)}</span>}
              </li>
            ))}
          </ul>
        )}
      </Section>
    </Page>
  )
}
