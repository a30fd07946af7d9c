import type { PaymentFee } from '@kushi/values/price-terms'
import type { Yen } from '@kushi/values/yen'

/**
 * Returns the fee of a payment method (手数料) in yen for a total before the fee: that of the highest `from_amount`
 * reached. A discount never makes it dearer: the lowest fee counts of all totals from this one up to `undiscounted`.
 * No fee if nothing is to be collected (total 0 or less) or if the table has no row for the total.
 */
export function paymentFee(fees: readonly PaymentFee[], total: Yen, undiscounted = total): Yen {
  if (total <= 0) return 0
  const passed = fees.filter(({ from_amount }) => from_amount > total && from_amount <= undiscounted)
  return Math.min(feeForTotal(fees, total), ...passed.map(({ from_amount }) => feeForTotal(fees, from_amount)))
}

/** The payment fee in yen for a total; 0 if the table has no row for it. */
export function feeForTotal(fees: readonly PaymentFee[], total: Yen): Yen {
  let reached: PaymentFee | undefined
  for (const row of fees)
    if (row.from_amount <= total && (!reached || row.from_amount > reached.from_amount)) reached = row
  return reached?.fee ?? 0
}
