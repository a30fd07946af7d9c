import { isInvoice } from '@kushi/values/payment-method'

interface Sold {
  payment_method_id: number | null
  /** 法人: copies of qualified invoices name the buyer and are kept for seven years (消費税法 第57条の4). */
  is_company: boolean
  updated_at: Date
}

const DAY = 86_400_000
/** After this time a 後払い invoice is paid, or collected by the provider. */
const BILL_DAYS = 60
const YEARS_DAYS = 7 * 366

/** Whether the books still need the recipient of a closed order. Amounts, dates and goods stay in any case. */
export function keepsContact({ payment_method_id, is_company, updated_at }: Sold, now: Date): boolean {
  const days = (now.getTime() - updated_at.getTime()) / DAY
  if (is_company && days < YEARS_DAYS) return true
  return isInvoice(payment_method_id) && days < BILL_DAYS
}
