import type { DeliveryPattern } from '@kushi/contract/order'
import { DELIVERY_PATTERN, DELIVERY_PATTERN_RANGE } from '@kushi/values/delivery-pattern'
import { userMessage } from '@kushi/values/user-message'

/** お届け周期, from a request or a row. */
export type DeliveryPatternInput = Omit<DeliveryPattern, 'subscription_division_id'> & {
  subscription_division_id: number
}

const within = (value: number | null, { min, max }: { min: number; max: number }) =>
  value !== null && Number.isInteger(value) && value >= min && value <= max

/** Whether a pattern (お届け周期) has exactly the parameters of its kind, each in its range; the others must be null. */
export function isValidDeliveryPattern({
  subscription_division_id,
  param1,
  param2,
  param3,
}: DeliveryPatternInput): boolean {
  const range = DELIVERY_PATTERN_RANGE
  switch (subscription_division_id) {
    case DELIVERY_PATTERN.monthly_date:
      return within(param1, range.months) && within(param2, range.day) && param3 === null
    case DELIVERY_PATTERN.week_and_day:
      return within(param1, range.months) && within(param2, range.week) && within(param3, range.day_of_week)
    case DELIVERY_PATTERN.day_interval:
      return within(param1, range.interval_days) && param2 === null && param3 === null
    default:
      return false
  }
}

/** The message for an invalid pattern; null when it is valid. */
export const deliveryPatternMessage = (pattern: DeliveryPatternInput): string | null =>
  isValidDeliveryPattern(pattern) ? null : userMessage('invalid', 'お届け周期')
