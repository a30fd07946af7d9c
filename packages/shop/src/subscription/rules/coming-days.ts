import type { CalendarDate } from '@kushi/values/calendar-date'
import { nextDeliveryDate } from '../../delivery/rules/next-delivery-date.ts'
import type { Pattern } from '../../delivery/rules/pattern.ts'

interface Coming extends Pattern {
  next_delivery_date: CalendarDate
  next_next_delivery_date: CalendarDate
  /** The next delivery is arranged: its goods are taken out of stock. */
  is_arranged: boolean
  /** 今回のみ: comes with the next delivery alone. */
  is_one_time: boolean
  /** Deliveries that still come, the next one among them; null: as long as it goes on. */
  left: number | null
}

/** Days until `until` on which goods are still to be taken out of stock, as dates and pattern stand today. */
export function comingDays(one: Coming, today: CalendarDate, until: CalendarDate): CalendarDate[] {
  const { next_delivery_date, next_next_delivery_date, left } = one
  const days: CalendarDate[] = []
  // What failed and was overtaken by time is delivered as soon as it can be.
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
