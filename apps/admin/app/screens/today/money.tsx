import type { TodaySales } from '@kushi/contract/admin/today'
import { COUNTED_ORDER_STATUSES } from '@kushi/values/order-status'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Section } from '../../ui/page.tsx'
import { formatDate, formatNumber, formatYenCell } from '../../ui/time.tsx'
import { BarChart } from './bar-chart.tsx'

const sum = (amounts: readonly (number | null)[]) => amounts.reduce<number>((all, one) => all + (one ?? 0), 0)

/** The orders of these days that count; 再送 and 交換, which cost nothing, are among them. */
const takenOn = (from: string, to: string) =>
  `/orders?${new URLSearchParams([
    ['created_at_from', from],
    ['created_at_to', to],
    ...COUNTED_ORDER_STATUSES.map((status) => ['status', status]),
  ])}`

/** 受注 of today and of the month: the sum, compared with the earlier period, and the table. */
export function TodaysSales({ money: { hours, days } }: { money: TodaySales }) {
  const [first, today] = [days[0]?.date ?? '', days.at(-1)?.date ?? '']
  return (
    <Section
      title="受注金額"
      lead="税込みで、送料と手数料を含みます。キャンセル、返品、お支払いのできていないご注文は入っていません。代金引換と後払いは、受けた日に数えます。"
    >
      <Figure
        title="今日"
        amount={sum(hours.map(({ amount }) => amount))}
        orders={sum(hours.map(({ orders }) => orders))}
        to={takenOn(today, today)}
        before={`1週間前の1日 ${formatYenCell(sum(hours.map(({ amount_before }) => amount_before)))}`}
      />
      <BarChart
        title="今日の受注金額"
        now="今日"
        before="1週間前"
        bars={hours.map(({ hour, amount, amount_before }) => ({ label: `${hour}時`, amount, before: amount_before }))}
      />
      <Table
        title="時間ごとの受注金額"
        heads={['時', '件数', '金額', '1週間前']}
        rows={hours
          .filter(({ orders, amount_before }) => orders > 0 || amount_before > 0)
          .map(({ hour, orders, amount, amount_before }) => [
            `${hour}時`,
            formatNumber(orders),
            formatYenCell(amount),
            formatYenCell(amount_before),
          ])}
      />
      <Figure
        title="今月"
        amount={sum(days.map(({ amount }) => amount))}
        orders={sum(days.map(({ orders }) => orders))}
        to={takenOn(first, today)}
        before={`先月の同じ日まで ${formatYenCell(sum(days.map(({ amount_before }) => amount_before)))}`}
      />
      <BarChart
        title="今月の受注金額"
        now="今月"
        before="先月"
        bars={days.map(({ date, amount, amount_before }) => ({
          label: `${Number(date.slice(8))}日`,
          amount,
          before: amount_before,
        }))}
      />
      <Table
        title="日ごとの受注金額"
        heads={['日', '件数', '金額', 'うち定期便', '先月']}
        rows={days.map(({ date, orders, amount, subscription_amount, amount_before }) => [
          formatDate(date),
          <Link key={date} to={takenOn(date, date)} className="text-link">
            {formatNumber(orders)}
          </Link>,
          formatYenCell(amount),
          formatYenCell(subscription_amount),
          amount_before === null ? '—' : formatYenCell(amount_before),
        ])}
      />
    </Section>
  )
}

interface FigureProps {
  title: string
  amount: number
  orders: number
  to: string
  before: string
}

function Figure({ title, amount, orders, to, before }: FigureProps) {
  return (
    <>
      <h3 className="text-muted text-xs">{title}</h3>
      <p className="numeric mb-2 flex flex-wrap items-baseline gap-x-3">
        <strong className="font-medium text-xl">{formatYenCell(amount)}</strong>
        <Link to={to} className="text-link">
          {formatNumber(orders)}件
        </Link>
        <span className="text-muted text-xs">{before}</span>
      </p>
    </>
  )
}

interface MoneyTableProps {
  title: string
  heads: readonly string[]
  rows: readonly (readonly [string, ...ReactNode[]])[]
}

function Table({ title, heads, rows }: MoneyTableProps) {
  return (
    <details className="mb-6 last:mb-0">
      <summary className="tap inline-flex items-center text-muted text-xs hover:text-ink">表で見る</summary>
      {rows.length === 0 ? (
        <p className="mt-2 text-muted text-xs">まだありません。</p>
      ) : (
        <table className="numeric mt-2 w-full text-right text-xs">
          <caption className="sr-only">{title}</caption>
          <thead className="border-edge border-b text-muted">
            <tr>
              {heads.map((head, n) => (
                <th key={head} scope="col" className={n === 0 ? 'text-left font-normal' : 'font-normal'}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([first, ...others]) => (
              <tr key={first} className="border-line border-b">
                <th scope="row" className="py-1 text-left font-normal">
                  {first}
                </th>
                {others.map((one, n) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column has no other name
                  <td key={n}>{one}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  )
}
