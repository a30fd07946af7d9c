import { CSV_ENCODING_NAME, type CsvEncoding } from '@kushi/contract/admin/csv'
import {
  REPORT_BASIS_NAME,
  type ReportBasis,
  SALES_DIVISION_NAME,
  type SalesDivision,
} from '@kushi/values/sales-report'
import { timestampToJapanDate } from '@kushi/values/timestamp'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { api } from '../../api.ts'
import { download } from '../../download.ts'
import { shopNow } from '../../shop-clock.ts'
import { Button } from '../../ui/button.tsx'
import { Choice, Day } from '../../ui/choice.tsx'
import { Refusal } from '../../ui/dialog.tsx'
import { Empty, Page, Section } from '../../ui/page.tsx'
import { formatNumber, formatYenCell } from '../../ui/time.tsx'
import { useAction } from '../../ui/use-action.ts'

const isKey = <K extends string>(names: Record<K, string>, given: string | null): given is K =>
  given !== null && given in names

/** This month in Japan, unless the URL asks for other days. */
function queryOf(request: Request) {
  const query = new URL(request.url).searchParams
  const today = timestampToJapanDate(shopNow())
  const day = (name: string, otherwise: string) => {
    const given = query.get(name)
    return given && /^\d{4}-\d\d-\d\d$/.test(given) ? given : otherwise
  }
  const basis = query.get('basis')
  const by = query.get('by')
  return {
    basis: isKey(REPORT_BASIS_NAME, basis) ? basis : ('sold' as const),
    by: isKey(SALES_DIVISION_NAME, by) ? by : ('day' as const),
    from: day('from', `${today.slice(0, 8)}01`),
    to: day('to', today),
  }
}

export const loader = ({ request }: LoaderFunctionArgs) =>
  api('GET /admin/v1/sales-report', { query: queryOf(request) })

const cell = 'border-line border-b px-2 py-1.5'

/** 売上の集計: one question, its rows, and the rows behind each figure. */
export function Component() {
  const report = useLoaderData<typeof loader>()
  const { basis, by, from, to, rows } = report
  const navigate = useNavigate()
  const [encoding, setEncoding] = useState<CsvEncoding>('utf-8')
  const { act, isBusy, refusal } = useAction()
  const changeQuery = (changes: Partial<{ basis: ReportBasis; by: SalesDivision; from: string; to: string }>) =>
    void navigate(`?${new URLSearchParams({ basis, by, from, to, ...changes })}`)
  const sum = (name: 'amount_10' | 'amount_8' | 'amount' | 'tax') => rows.reduce((all, row) => all + row[name], 0)
  return (
    <Page
      title="売上の集計"
      parent={{ to: '/accounting', name: '経理' }}
      lead="すべて税込です。「売上」は売上台帳の計上日、「受注」は注文日の集計で、金額を押すと数えた行が開きます。"
    >
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <Choice
          label="基準"
          value={basis}
          names={REPORT_BASIS_NAME}
          onChange={(value) => changeQuery({ basis: value })}
        />
        <Choice label="集計" value={by} names={SALES_DIVISION_NAME} onChange={(value) => changeQuery({ by: value })} />
        <Day label="から" value={from} onChange={(value) => changeQuery({ from: value })} />
        <Day label="まで" value={to} onChange={(value) => changeQuery({ to: value })} />
      </div>
      <Section
        title={`${REPORT_BASIS_NAME[basis]} ${SALES_DIVISION_NAME[by]}ごと`}
        actions={
          rows.length > 0 && (
            <>
              <Choice<CsvEncoding>
                label="文字コード"
                value={encoding}
                names={CSV_ENCODING_NAME}
                onChange={setEncoding}
              />
              <Button
                isBusy={isBusy}
                onClick={() =>
                  void act(() => download('POST /admin/v1/sales-report/export', { basis, by, from, to, encoding }))
                }
              >
                CSVを出力
              </Button>
            </>
          )
        }
      >
        <Refusal>{refusal}</Refusal>
        {rows.length === 0 ? (
          <Empty>この期間の売上はありません。</Empty>
        ) : (
          <div className="overflow-x-auto">
            <table className="numeric w-full whitespace-nowrap text-right">
              <thead className="text-muted text-xs">
                <tr>
                  <th className={`${cell} text-left`}>{SALES_DIVISION_NAME[by]}</th>
                  <th className={cell}>注文数</th>
                  <th className={cell}>10%</th>
                  <th className={cell}>8%(軽減)</th>
                  <th className={cell}>合計</th>
                  <th className={cell}>うち消費税</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.key ?? 'rest'}>
                    <th scope="row" className={`${cell} min-w-32 whitespace-normal text-left font-normal`}>
                      {row.label}
                    </th>
                    <td className={cell}>{row.key === null ? '—' : formatNumber(row.orders)}</td>
                    <td className={cell}>{formatYenCell(row.amount_10)}</td>
                    <td className={cell}>{formatYenCell(row.amount_8)}</td>
                    <td className={cell}>
                      <Link to={row.path} className="text-link">
                        {formatYenCell(row.amount)}
                      </Link>
                    </td>
                    <td className={cell}>{formatYenCell(row.tax)}</td>
                  </tr>
                ))}
              </tbody>
              <tfoot>
                <tr className="font-medium">
                  <th scope="row" className="px-2 py-2 text-left">
                    合計
                  </th>
                  <td />
                  <td className="px-2 py-2">{formatYenCell(sum('amount_10'))}</td>
                  <td className="px-2 py-2">{formatYenCell(sum('amount_8'))}</td>
                  <td className="px-2 py-2">{formatYenCell(sum('amount'))}</td>
                  <td className="px-2 py-2">{formatYenCell(sum('tax'))}</td>
                </tr>
              </tfoot>
            </table>
          </div>
        )}
      </Section>
    </Page>
  )
}
