import type { Yen } from './yen.ts'

/**
 * The amounts of a payment in yen: due, captured, credited (taken off the sale), refunded by the provider, and repaid
 * by hand.
 */
export interface PaidAmounts {
  amount: Yen
  captured_amount: Yen
  credited_amount: Yen
  refunded_amount: Yen
  repaid_amount: Yen
}

/**
 * Returns the yen that the shop still has to refund (未返金): the money received beyond the remaining sale.
 * `@kushi/db/owed` computes the same in SQL.
 */
export const unrefundedAmount = (row: PaidAmounts | null): Yen =>
  row === null
    ? 0
    : Math.max(0, row.captured_amount + row.credited_amount - row.refunded_amount - row.repaid_amount - row.amount)

/** Returns the yen that were refunded, by the provider and by hand. */
export const totalRefundedAmount = (row: Pick<PaidAmounts, 'refunded_amount' | 'repaid_amount'> | null): Yen =>
  row === null ? 0 : row.refunded_amount + row.repaid_amount

/** Returns the captured yen less all refunds. */
export const netCapturedAmount = (row: PaidAmounts | null): Yen =>
  row === null ? 0 : row.captured_amount - totalRefundedAmount(row)
