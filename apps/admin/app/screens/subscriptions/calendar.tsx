import type { SubscriptionCalendar } from '@kushi/contract/admin/subscription'
import { formatYearMonth } from '@kushi/values/date-format'
import { Link, useLoaderData } from 'react-router'
import { api } from '../../api.ts'
import { cx } from '../../ui/cx.ts'
import { Empty, Page, Section } from '../../ui/page.tsx'
import { State } from '../../ui/state.tsx'
import { formatDate, formatNumber } from '../../ui/time.tsx'

export const loader = () => api('GET /admin/v1/subscription-calendar')

/** お届けの予定: the deliveries of the next 60 days, and the goods to buy in for them. */
export function Component() {
  const { days, products } = useLoaderData<typeof loader>()
  return (
    <Page
      title="お届けの予定(60日間)"
      parent={{ to: '/subscriptions', name: '定期便' }}
      lead="いま続いている定期便の、これから在庫から出る数です。手配が済んだお届けと、休止中の定期便は含みません。日付を押すと、その日が次回お届け日の定期便を一覧で見られます。"
    >
      {products.length === 0 ? (
        <Empty>これから60日のお届けはありません。定期便のお申し込みがあると、ここに日ごとの数が出ます。</Empty>
      ) : (
        <>
          <Products products={products} />
          <Months products={products} />
          <Days days={days} />
        </>
      )}
    </Page>
  )
}

function Products({ products }: Pick<SubscriptionCalendar, 'products'>) {
  return (
    <Section
      title="商品ごとの必要数"
      lead="数は個数です。在庫は今日の数で、手配済みの数はもう引かれています。太い数は、いま続いている定期便の予定です。見込みは、予定に継続率(その回まで続いた割合)を掛け、単品と新しいお申し込みの直近4週の平均を足した数で、幅は直近4週でいちばん少なかった週と多かった週から出しています。不足は、解約がなかったときの予定から数えます。"
    >
      <div className="overflow-x-auto">
        <table className="w-full text-left">
          <thead className="border-line border-b text-muted text-xs">
            <tr>
              {['商品', '在庫', '手配済み', '7日', '30日', '60日', '見込みの誤差', '不足'].map((head, n) => (
                <th
                  key={head}
                  className={cx(
                    'whitespace-nowrap py-1 pr-3 font-normal',
                    n > 0 && 'text-right',
                    ['手配済み', '7日', '30日', '見込みの誤差'].includes(head) && 'hidden md:table-cell',
                  )}
                >
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {products.map((one) => (
              <tr key={one.product_sku_id} className="border-line border-b align-top">
                <td className="min-w-32 py-1 pr-3">
                  <Link className="hover:underline" to={`/subscriptions?product_id=${one.product_id}`}>
                    {one.name}
                  </Link>
                  <span className="numeric block text-muted text-xs">{one.product_code}</span>
                </td>
                <ForecastCell n={one.stock} />
                <ForecastCell n={one.arranged} isWide />
                <ForecastCell n={one.in_7_days} isWide />
                <ForecastCell n={one.in_30_days} forecast={one.forecast_in_30_days} isWide />
                <ForecastCell n={one.in_60_days} forecast={one.forecast_in_60_days} />
                <td className="numeric hidden whitespace-nowrap py-1 pr-3 text-right md:table-cell">
                  {one.compared === null ? (
                    <span className="text-muted text-xs">まだありません</span>
                  ) : (
                    <>
                      {forecastErrorText(one.compared)}
                      <span className="block text-muted text-xs">
                        見込み{formatNumber(one.compared.expected)}個・実際{formatNumber(one.compared.delivered)}個(
                        {one.compared.days}日)
                      </span>
                    </>
                  )}
                </td>
                <td className="py-1 text-right">
                  {one.short_on === null ? (
                    one.forecast_in_60_days.total > one.stock ? (
                      <State tone="attention">
                        見込みで{formatNumber(one.forecast_in_60_days.total - one.stock)}個不足
                      </State>
                    ) : (
                      <State tone="good">足ります</State>
                    )
                  ) : (
                    <>
                      <State tone="stuck">{formatNumber(one.missing)}個不足</State>
                      <span className="block text-muted text-xs">{formatDate(one.short_on)}から</span>
                    </>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  )
}

/** Of what was delivered in the last four weeks, how much more or less had been expected two weeks before. */
function forecastErrorText({
  expected,
  delivered,
}: NonNullable<SubscriptionCalendar['products'][number]['compared']>): string {
  if (delivered === 0) return expected === 0 ? '0%' : '—'
  const percent = Math.round(((expected - delivered) / delivered) * 1000) / 10
  return `${percent > 0 ? '+' : ''}${percent}%`
}

type Forecast = SubscriptionCalendar['products'][number]['forecast_in_30_days']

const forecastText = ({ total, low, high }: Forecast) =>
  `${formatNumber(total)}個${low === null || high === null ? '' : `(${formatNumber(low)}〜${formatNumber(high)})`}`

/** 月ごとの見込み: what to have in stock by when. */
function Months({ products }: Pick<SubscriptionCalendar, 'products'>) {
  const months = products[0]!.months
  return (
    <Section
      title="月ごとの見込み"
      lead="定期便・単品・新しいお申し込みを合わせた個数です。括弧は幅です。今月は、今日からの残りです。"
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard */}
      <section className="overflow-x-auto" tabIndex={0} aria-label="月ごとの見込みの表">
        <table className="numeric w-full whitespace-nowrap text-right">
          <thead className="border-line border-b text-muted text-xs">
            <tr>
              <th scope="col" className="sticky left-0 bg-surface py-1 pr-3 text-left font-normal">
                商品
              </th>
              {months.map(({ month }) => (
                <th key={month} scope="col" className="py-1 pl-3 font-normal">
                  {formatYearMonth(month)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {products.map((one) => (
              <tr key={one.product_sku_id} className="border-line border-b align-top">
                <th
                  scope="row"
                  className="sticky left-0 min-w-32 max-w-44 whitespace-normal bg-surface py-1 pr-3 text-left font-normal"
                >
                  {one.name}
                  <span className="numeric block text-muted text-xs">{one.product_code}</span>
                </th>
                {one.months.map(({ month, ...forecast }) => (
                  <td key={month} className="py-1 pl-3">
                    {forecastText(forecast)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Section>
  )
}

const ForecastCell = ({ n, forecast, isWide = false }: { n: number; forecast?: Forecast; isWide?: boolean }) => (
  <td className={cx('numeric whitespace-nowrap py-1 pr-3 text-right', isWide && 'hidden md:table-cell')}>
    {formatNumber(n)}
    {forecast && <span className="block text-muted text-xs">見込み {forecastText(forecast)}</span>}
  </td>
)

/** The column of the first day, in a week that starts on Sunday. */
const columns = [
  'md:col-start-1',
  'md:col-start-2',
  'md:col-start-3',
  'md:col-start-4',
  'md:col-start-5',
  'md:col-start-6',
  'md:col-start-7',
]

/** A grid of weeks that start on Sunday. */
function Days({ days }: Pick<SubscriptionCalendar, 'days'>) {
  const before = new Date(`${days[0]!.day}T12:00:00Z`).getUTCDay()
  return (
    <Section title="日ごとのお届け">
      <ol className="grid grid-cols-3 gap-1 md:grid-cols-7">
        {days.map(({ day, subscriptions, pieces, expected }, n) => (
          <li key={day} className={n === 0 ? columns[before] : ''}>
            <Link
              to={`/subscriptions?next_delivery_date_from=${day}&next_delivery_date_to=${day}`}
              className={cx(
                'block min-h-16 rounded-base border border-line px-2 py-1 hover:border-ink',
                pieces === 0 && 'text-muted',
              )}
            >
              <span className="block text-xs">{formatDate(day)}</span>
              {pieces > 0 && (
                <>
                  <span className="numeric font-medium">{formatNumber(subscriptions)}件</span>
                  <span className="numeric block text-muted text-xs">{formatNumber(pieces)}個</span>
                  <span className="numeric block text-muted text-xs">見込み {formatNumber(expected)}個</span>
                </>
              )}
            </Link>
          </li>
        ))}
      </ol>
    </Section>
  )
}
