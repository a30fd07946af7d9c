import type { CalendarDate } from '@kushi/values/calendar-date'

interface Dates {
  first_delivery_date: CalendarDate
  next_delivery_date: CalendarDate | null
  next_next_delivery_date: CalendarDate | null
}

/** 1回目, 2回目, 3回目: the days of delivery that are known by now. */
export function deliverySteps(dates: Dates): { label: string; date: CalendarDate }[] {
  return [dates.first_delivery_date, dates.next_delivery_date, dates.next_next_delivery_date].flatMap((date, index) =>
    date ? [{ label: `${index + 1}回目`, date }] : [],
  )
}
