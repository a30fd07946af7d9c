import { DELIVERY_PATTERN } from './delivery-pattern.ts'

interface Paid {
  subscription: number
  lump_sum_payment_flag: boolean
  lump_sum_payment_num: number | null
}

/** 年払い: how many deliveries are paid with the first one; null where each is paid by itself. */
export const yearlyCount = (items: readonly Paid[]): number | null =>
  items.find((item) => item.subscription === 1 && item.lump_sum_payment_flag)?.lump_sum_payment_num ?? null

/** What the first payment is called. */
export function firstPaymentLabel(items: readonly Paid[]): string {
  const count = yearlyCount(items)
  return count === null ? '1回目のお支払い' : `${count}回分のお支払い`
}

interface Pattern {
  subscription_division_id: number
  param1: number
}

/** Deliveries that begin within a year of the first one, that one included: for the reference total. */
export function deliveriesPerYear({ subscription_division_id, param1 }: Pattern): number {
  return subscription_division_id === DELIVERY_PATTERN.day_interval
    ? 1 + Math.floor(364 / param1)
    : 1 + Math.floor(11 / param1)
}
