import type { CalendarDate } from '@kushi/values/calendar-date'
import { nextDeliveryDate } from '../../delivery/rules/next-delivery-date.ts'
import type { Pattern } from '../../delivery/rules/pattern.ts'

interface Coming extends Pattern {
  next_delivery_date: CalendarDate
  next_next_delivery_date: CalendarDate
  /** The next delivery is arranged: its goods are already taken from stock. */
  is_arranged: boolean
  /** 今回のみ: only in the next delivery. */
  is_one_time: boolean
  /** Deliveries left, including the next one; null: no end. */
  left: number | null
}

/** Days until `until` on which goods will be taken from stock, by the current dates and pattern. */
export function comingDays(one: Coming, today: CalendarDate, until: CalendarDate): CalendarDate[] {
  const { next_delivery_date, next_next_delivery_date, left } = one
  const days: CalendarDate[] = []
  // A failed delivery whose date has passed is delivered as soon as possible.
  if (!one.is_arranged) days.push(next_delivery_date < today ? today : next_delivery_date)
  if (!one.is_one_time)
    for (
      let day = next_next_delivery_date, n = 2;
      day <= until && (left === null || n <= left);
      day = nextDeliveryDate(one, day), n++
    )
      days.push(day)
  return days.filter((day) => day >= today && day <= until)
}
