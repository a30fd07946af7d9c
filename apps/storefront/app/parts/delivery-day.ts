import type { Order } from '@kushi/contract/order'
import { formatDateWithWeekday } from '@kushi/values/date-format'

/** The delivery day of an order: the chosen day, otherwise the day that the confirmation showed. */
export function deliveryDay({ delivery_date, expected_date }: Pick<Order, 'delivery_date' | 'expected_date'>): string {
  if (delivery_date) return formatDateWithWeekday(delivery_date)
  return expected_date ? `${formatDateWithWeekday(expected_date)}(最短の日程)` : '最短の日程'
}
