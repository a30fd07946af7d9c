import type { Yen } from './yen.ts'

/** What of a payment was asked, is here, was taken off the sale, and went back: by the provider, and by hand. */
export interface PaidAmounts {
  amount: Yen
  captured_amount: Yen
  credited_amount: Yen
  refunded_amount: Yen
  repaid_amount: Yen
}

/** 未返金: yen that are here beyond what is left of the sale; `@kushi/db/owed` says the same in SQL. */
export const owedOf = (row: PaidAmounts | null): Yen =>
  row === null
    ? 0
    : Math.max(0, row.captured_amount + row.credited_amount - row.refunded_amount - row.repaid_amount - row.amount)

/** Yen that went back, by the provider and by hand. */
export const givenBackOf = (row: Pick<PaidAmounts, 'refunded_amount' | 'repaid_amount'> | null): Yen =>
  row === null ? 0 : row.refunded_amount + row.repaid_amount

/** Yen that are here: captured, and not given back. */
export const keptOf = (row: PaidAmounts | null): Yen => (row === null ? 0 : row.captured_amount - givenBackOf(row))
