interface Paid {
  subscription: number
  lump_sum_payment_flag: boolean
  lump_sum_payment_num: number | null
}

/** 年払い: how many deliveries are paid with the first one; null where each is paid by itself. */
export const yearlyCount = (lines: readonly Paid[]): number | null =>
  lines.find((line) => line.subscription === 1 && line.lump_sum_payment_flag)?.lump_sum_payment_num ?? null

/** What the first payment is called. */
export function firstPaymentLabel(lines: readonly Paid[]): string {
  const count = yearlyCount(lines)
  return count === null ? '1回目のお支払い' : `${count}回分のお支払い`
}
