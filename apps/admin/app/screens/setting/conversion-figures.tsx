import type { ConversionFigures as Figures } from '@kushi/contract/admin/conversion'
import { CONVERSION_FIGURE_NAME, type ConversionFigure } from '@kushi/values/conversion/conversion'
import { Link } from 'react-router'
import { formatNumber } from '../../ui/time.tsx'

const cell = 'py-0.5 pr-6'
const number = `${cell} text-right whitespace-nowrap`
const figureNames = Object.keys(CONVERSION_FIGURE_NAME) as ConversionFigure[]

/** How many more the medium counted than the shop. */
const differenceOf = ({ orders, reported }: Figures) =>
  orders === null || reported === null ? null : reported - orders

const compared = [
  ['新規のお客様', ({ orders }: Figures) => orders],
  ['媒体の成果', ({ reported }: Figures) => reported],
  ['差(媒体の成果から新規のお客様を引いた数)', differenceOf],
] as const

/** What a 送信先 was told beside what the shop and its medium counted; each number leads to what it counts. */
export const ConversionFigures = ({ rows, ad_group }: { rows: readonly Figures[]; ad_group: string }) => (
  <table className="text-xs">
    <thead className="text-left text-muted">
      <tr>
        <th className={cell}>期間</th>
        {rows.map(({ days }) => (
          <th key={days} className={number}>
            {days}日間
          </th>
        ))}
      </tr>
    </thead>
    <tbody className="numeric">
      {figureNames.map((name) => (
        <tr key={name}>
          <th className={`${cell} text-left font-normal`}>{CONVERSION_FIGURE_NAME[name]}</th>
          {rows.map((row) => (
            <td key={row.days} className={number}>
              <Link to={eventsPath(row, name)} className="text-link">
                {formatNumber(row[name])}
              </Link>
            </td>
          ))}
        </tr>
      ))}
      {compared.map(([name, of]) => (
        <tr key={name}>
          <th className={`${cell} text-left font-normal`}>{name}</th>
          {rows.map((row) => (
            <td key={row.days} className={number}>
              <ComparedFigure value={of(row)} to={reportPath(row, ad_group)} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

const eventsPath = ({ destination_id, from }: Figures, state: ConversionFigure) =>
  `/setting/conversions/${destination_id}?${new URLSearchParams({ state, from })}`

const reportPath = ({ from, to }: Figures, ad_group: string) =>
  `/reports/ads?${new URLSearchParams({ from, to, by: 'channel', ad_group })}`

const ComparedFigure = ({ value, to }: { value: number | null; to: string }) =>
  value === null ? (
    <span className="text-muted">なし</span>
  ) : (
    <Link to={to} className="text-link">
      {formatNumber(value)}
    </Link>
  )
