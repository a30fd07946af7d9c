import type { Amounts } from '@kushi/contract/quote'
import { type OrderAmount, orderAmountLines } from '@kushi/values/order-amounts'
import { formatYen } from '@kushi/values/yen'
import { Row, Rows } from '../ui/rows.tsx'

interface AmountRowsProps {
  amounts: Amounts
  /** Label of the last row: お支払い合計. */
  totalLabel?: string
  /** The amounts are an estimate: delivery method and payment are not chosen yet. */
  isEstimate?: boolean
}

/** What is said of an amount that is 0; another is not shown. */
const NOTHING: Partial<Record<OrderAmount, string>> = {
  subtotal: formatYen(0),
  delivery_fee: '無料',
  payment_fee: 'なし',
}

/** The amounts of one delivery, with the included tax per rate. */
export const AmountRows = ({ amounts, totalLabel = 'お支払い合計', isEstimate = false }: AmountRowsProps) => (
  <div className="grid gap-2">
    <Rows>
      {orderAmountLines(amounts)
        .filter(({ name, amount }) => amount !== 0 || (name in NOTHING && !(isEstimate && name === 'payment_fee')))
        .map(({ name, label, amount }) => (
          <Row key={label} label={label}>
            {amount === 0 ? NOTHING[name] : formatYen(amount)}
          </Row>
        ))}
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
