import type { Amounts } from '@kushi/contract/quote'
import { formatYen } from '@kushi/values/yen'
import { Row, Rows } from '../ui/rows.tsx'

interface AmountRowsProps {
  amounts: Amounts
  /** Label of the last row: お支払い合計. */
  totalLabel?: string
  /** The amounts are an estimate: delivery method and payment are not chosen yet. */
  isEstimate?: boolean
}

/** The amounts of one delivery, with the included tax per rate. */
export const AmountRows = ({ amounts, totalLabel = 'お支払い合計', isEstimate = false }: AmountRowsProps) => (
  <div className="grid gap-2">
    <Rows>
      <Row label="商品合計">{formatYen(amounts.subtotal)}</Row>
      {amounts.discounts.map(({ name, amount }) => (
        <Row key={name} label={name}>
          {formatYen(-amount)}
        </Row>
      ))}
      <Row label="送料">{amounts.delivery_fee === 0 ? '無料' : formatYen(amounts.delivery_fee)}</Row>
      {amounts.gift_fee > 0 && <Row label="ギフト包装">{formatYen(amounts.gift_fee)}</Row>}
      {(amounts.payment_fee > 0 || !isEstimate) && (
        <Row label="手数料">{amounts.payment_fee === 0 ? 'なし' : formatYen(amounts.payment_fee)}</Row>
      )}
      {amounts.adjustment_amount !== 0 && <Row label="調整額">{formatYen(amounts.adjustment_amount)}</Row>}
      <Row label={totalLabel} strong>
        <span className="text-xl">{formatYen(amounts.payment_total)}</span>
        <span className="ml-1 text-xs font-normal text-muted">税込</span>
      </Row>
    </Rows>
    <ul className="grid justify-items-end text-xs text-muted">
      {amounts.tax_lines.map(({ tax_rate, total, tax }) => (
        <li key={tax_rate} className="numeric">
          {tax_rate}%対象 {formatYen(total)}(内消費税 {formatYen(tax)})
        </li>
      ))}
    </ul>
  </div>
)
