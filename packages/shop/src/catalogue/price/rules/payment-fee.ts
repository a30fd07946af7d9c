import type { Yen } from '@kushi/values/yen'
import type { PaymentFee } from './price-state.ts'

/**
 * Returns the fee of a payment method (手数料) in yen for a total before the fee: that of the highest `from_amount`
 * reached. No fee if nothing is to be collected (total 0 or less) or if the table has no row for the total.
 */
export function paymentFee(fees: readonly PaymentFee[], total: Yen): Yen {
  if (total <= 0) return 0
  let reached: PaymentFee | undefined
  for (const row of fees)
    if (row.from_amount <= total && (!reached || row.from_amount > reached.from_amount)) reached = row
  return reached?.fee ?? 0
}
