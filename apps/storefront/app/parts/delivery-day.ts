import type { Order } from '@kushi/contract/order'
import { formatWithWeekday } from '@kushi/values/date-format'

/** When an order comes: the day that was chosen, else the one that the confirmation named. */
export function deliveryDay({ delivery_date, expected_date }: Pick<Order, 'delivery_date' | 'expected_date'>): string {
  if (delivery_date) return formatWithWeekday(delivery_date)
  return expected_date ? `${formatWithWeekday(expected_date)}(最短の日程)` : '最短の日程'
}
