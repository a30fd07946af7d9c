import { DELIVERY_PATTERN } from './delivery-pattern.ts'

interface Paid {
  subscription: number
  lump_sum_payment_flag: boolean
  lump_sum_payment_num: number | null
}

/** 年払い: returns how many deliveries are paid with the first one; null if each is paid separately. */
export const yearlyCount = (items: readonly Paid[]): number | null =>
  items.find((item) => item.subscription === 1 && item.lump_sum_payment_flag)?.lump_sum_payment_num ?? null

/** The label of the first payment. */
export function firstPaymentLabel(items: readonly Paid[]): string {
  const count = yearlyCount(items)
  return count === null ? '1回目のお支払い' : `${count}回分のお支払い`
}

interface Pattern {
  subscription_division_id: number
  param1: number
}

/** Returns the deliveries within a year of the first one, including it: for the reference total. */
export function deliveriesPerYear({ subscription_division_id, param1 }: Pattern): number {
  return subscription_division_id === DELIVERY_PATTERN.day_interval
    ? 1 + Math.floor(364 / param1)
    : 1 + Math.floor(11 / param1)
}
