import type { DeliveryPattern } from '@kushi/contract/order'
import { DELIVERY_INTERVAL_NAME, DELIVERY_PATTERN, deliveryPatternText } from '@kushi/values/delivery-pattern'

/** お届け間隔 as offered on a product page; the day of the month is chosen at checkout. */
export const intervals = Object.entries(DELIVERY_INTERVAL_NAME).map(([value, label]) => ({ value, label }))

/** `1:2` → every two months. */
export function patternOf(interval: string): DeliveryPattern {
  const [division, param1] = interval.split(':').map(Number)
  const subscription_division_id = division === 3 ? DELIVERY_PATTERN.day_interval : DELIVERY_PATTERN.monthly_date
  return { subscription_division_id, param1: param1 || 1, param2: null, param3: null }
}

/** The label for customers: 「2か月ごと」, with the day if it is chosen. */
export const intervalLabel = (pattern: DeliveryPattern | null): string =>
  pattern && (pattern.param2 !== null || pattern.subscription_division_id === DELIVERY_PATTERN.day_interval)
    ? deliveryPatternText(pattern)
    : pattern && pattern.param1 > 1
      ? `${pattern.param1}か月ごと`
      : '毎月'

const daysOf = (value: string) => {
  const [division, param1] = value.split(':').map(Number)
  return division === DELIVERY_PATTERN.day_interval ? param1! : param1! * 30
}

/** おすすめ: the interval nearest to how long the pieces last (使い切る目安); null: the shop says nothing of it. */
export function recommendedInterval(lasting_days: number | null, quantity: number): string | null {
  if (lasting_days === null) return null
  const distanceInDays = ({ value }: { value: string }) => Math.abs(daysOf(value) - lasting_days * quantity)
  return [...intervals].sort((a, b) => distanceInDays(a) - distanceInDays(b))[0]!.value
}

/** The opposite of `patternOf`, also for a pattern that `intervals` does not have. */
export const intervalValue = ({ subscription_division_id, param1 }: DeliveryPattern) =>
  `${subscription_division_id}:${param1}`

/** The entry of `intervals` for a pattern; 毎月 if none is chosen, or if it isn't offered here. */
export function intervalOf(pattern: DeliveryPattern | null): string {
  const value = pattern && intervalValue(pattern)
  return intervals.find((interval) => interval.value === value)?.value ?? '1:1'
}
