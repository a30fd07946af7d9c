import type { CalendarDate } from '@kushi/values/calendar-date'

/** 会員ランク settings of a shop. Dates are days in Japan. */
export interface RankOperation {
  customer_rank_use_flag: boolean
  customer_rank_operation_start_date: CalendarDate | null
  customer_rank_operation_end_date: CalendarDate | null
}

/**
 * Whether ranks are active today: the flag is set, the start date is set and reached, and the end date (if set) is not
 * reached.
 */
export function isRankActive(shop: RankOperation, today: CalendarDate): boolean {
  const { customer_rank_operation_start_date: start, customer_rank_operation_end_date: end } = shop
  return shop.customer_rank_use_flag && start !== null && start <= today && (end === null || today < end)
}
