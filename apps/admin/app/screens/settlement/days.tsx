import type { SettlementDayComparison } from '@kushi/contract/admin/settlement'
import { formatYearMonth } from '@kushi/values/date-format'
import { isCashOnDelivery } from '@kushi/values/payment-method'
import { type PayingProvider, paymentMethodOfProvider, SETTLEMENT_PROVIDER_NAME } from '@kushi/values/settlement'
import { Link, type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import { api } from '../../api.ts'
import { monthFrom } from '../../month-from.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty, Page } from '../../ui/page.tsx'
import { formatDate, formatNumber, formatYenCell } from '../../ui/time.tsx'

export const loader = ({ request }: LoaderFunctionArgs) =>
  api('GET /admin/v1/settlement/days/{month}', {
    params: { month: monthFrom(new URL(request.url).searchParams.get('month'), 0) },
  })

type Day = SettlementDayComparison['days'][number]

/** Exactly the payments of a day and provider that are counted. */
function ordersOf({ day, provider }: Day): string {
  const method = paymentMethodOfProvider(provider)
  const query = new URLSearchParams({
    captured_on_from: day,
    captured_on_to: day,
    payment_method_id: String(method ?? 0),
  })
  if (isCashOnDelivery(method)) query.set('carrier', provider)
  return `/orders?${query}`
}
const claimsOf = ({ day, provider }: Day) =>
  `/settlement-claims?provider=${provider}&captured_at_from=${day}&captured_at_to=${day}`
const linesOf = ({ day, provider }: Day, { settlement_file_id, paid_on }: Day['payouts'][number]) =>
  `/settlement-lines?${new URLSearchParams({
    provider,
    settlement_file_id: String(settlement_file_id),
    paid_on_from: paid_on,
    paid_on_to: paid_on,
    captured_on_from: day,
    captured_on_to: day,
  })}`

const cell = 'border-line border-b px-2 py-1.5 align-top'
const number = `${cell} text-right`

/** 日ごとの突き合わせ: what was captured on each day, in which payouts it arrived, and what is missing. */
export function Component() {
  const { month, days } = useLoaderData<typeof loader>()
  const [searchParams] = useSearchParams()
  const providerFilter = searchParams.get('provider')
  const shown = days.filter(({ provider }) => providerFilter === null || provider === providerFilter)
  const providers = [...new Set(days.map(({ provider }) => provider))]
  const to = (by: number) =>
    `?${new URLSearchParams({ month: monthFrom(month, by).slice(0, 7), ...(providerFilter && { provider: providerFilter }) })}`
  return (
    <Page
      title={`日ごとの突き合わせ ${formatYearMonth(month)}`}
      parent={{ to: '/settlement', name: '入金' }}
      lead="売上が確定した日ごとに、どの振込で入金されたか、まだ入金されていないのはいくらかを見られます。"
      actions={
        <>
          <ButtonLink to={to(-1)}>前の月</ButtonLink>
          <ButtonLink to={to(1)}>次の月</ButtonLink>
        </>
      }
    >
      {providers.length > 1 && <Providers month={month} providers={providers} only={providerFilter} />}
      {shown.length === 0 ? (
        <Empty>
          この月に、入金を待つ決済はありません。入金のファイルを取り込むか「料率と入金の期日」を入れると、その入金元をここで見られます。
        </Empty>
      ) : (
        <div className="overflow-x-auto">
          <table className="w-full">
            <thead className="whitespace-nowrap text-left text-muted text-xs">
              <tr>
                <th className={cell}>売上確定日</th>
                <th className={number}>売上</th>
                <th className={number}>未入金</th>
                <th className={cell}>入金</th>
                <th className={number}>返金</th>
              </tr>
            </thead>
            <tbody className="numeric">
              {shown.map((row) => (
                <DayRow key={`${row.day} ${row.provider}`} row={row} />
              ))}
            </tbody>
            <tfoot className="numeric">
              <Total rows={shown} />
            </tfoot>
          </table>
        </div>
      )}
    </Page>
  )
}

function Providers({ month, providers, only }: { month: string; providers: PayingProvider[]; only: string | null }) {
  const link = (provider: PayingProvider | null) =>
    `?${new URLSearchParams({ month: month.slice(0, 7), ...(provider && { provider }) })}`
  return (
    <p className="mb-3 flex flex-wrap gap-x-4 gap-y-1">
      {[null, ...providers].map((one) => (
        <Link
          key={one}
          to={link(one)}
          className={one === only ? 'font-bold' : 'text-link'}
          aria-current={one === only ? 'true' : undefined}
        >
          {one === null ? 'すべて' : SETTLEMENT_PROVIDER_NAME[one]}
        </Link>
      ))}
    </p>
  )
}

function DayRow({ row }: { row: Day }) {
  return (
    <tr>
      <td className={cell}>
        <span className="whitespace-nowrap">{formatDate(row.day)}</span>
        <span className="block text-muted text-xs">{SETTLEMENT_PROVIDER_NAME[row.provider]}</span>
      </td>
      <td className={number}>
        <Link to={ordersOf(row)} className="text-link">
          {formatYenCell(row.captured)}
        </Link>
        <span className="block whitespace-nowrap text-muted text-xs">{formatNumber(row.payments)}件</span>
      </td>
      <td className={number}>
        {row.missing_payments === 0 ? (
          '—'
        ) : (
          <Link to={claimsOf(row)} className="text-link">
            {formatYenCell(row.missing)}
            <span className="block whitespace-nowrap text-xs">{formatNumber(row.missing_payments)}件</span>
          </Link>
        )}
      </td>
      <td className={cell}>
        {row.payouts.length === 0
          ? '—'
          : row.payouts.map((payout) => (
              <Link
                key={`${payout.settlement_file_id} ${payout.paid_on}`}
                to={linesOf(row, payout)}
                className="block whitespace-nowrap text-link"
              >
                {formatDate(payout.paid_on)} {formatYenCell(payout.amount)}
              </Link>
            ))}
      </td>
      <td className={number}>{row.refunded === 0 ? '—' : formatYenCell(-row.refunded)}</td>
    </tr>
  )
}

function Total({ rows }: { rows: Day[] }) {
  const sum = (of: (row: Day) => number) => rows.reduce((all, row) => all + of(row), 0)
  return (
    <tr className="whitespace-nowrap font-bold">
      <td className={cell}>合計</td>
      <td className={number}>{formatYenCell(sum(({ captured }) => captured))}</td>
      <td className={number}>{formatYenCell(sum(({ missing }) => missing))}</td>
      <td className={cell}>{formatYenCell(sum(({ arrived }) => arrived))}</td>
      <td className={number}>{formatYenCell(-sum(({ refunded }) => refunded))}</td>
    </tr>
  )
}
