/** An amount in whole yen (円); never a fraction. Negative for discounts and refunds. */
export type Yen = number

/** Maximum payment total in yen: nine digits (purchase rule: total). */
export const MAX_ORDER_TOTAL_YEN: Yen = 999_999_999

/**
 * `3300` → `¥3,300`, `-300` → `-¥300`.
 *
 * @throws RangeError for anything but a safe integer, because a fraction of a yen is always an error of the caller.
 */
export function formatYen(amount: Yen): string {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`Not a whole amount of yen: ${amount}`)
  // Intl would print the full-width ￥ for ja-JP, and differently between engines.
  const digits = String(Math.abs(amount)).replace(/\B(?=(?:\d{3})+$)/g, ',')
  return `${amount < 0 ? '-' : ''}¥${digits}`
}

/** Whether an order may have this total: neither negative nor over nine digits (purchase rule: total). */
export function isTotalWithinLimit(total: Yen): boolean {
  return Number.isInteger(total) && total >= 0 && total <= MAX_ORDER_TOTAL_YEN
}
