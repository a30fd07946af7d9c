import type { Money } from '@kushi/contract/admin/today'
import { addDays, type CalendarDate } from '@kushi/values/calendar-date'

/**
 * Orders of a day (`2026-11-21`) or of an hour of it (`2026-11-21 09`). Days and hours without orders have no entry.
 */
export interface Sum {
  at: string
  orders: number
  amount: number
}

interface DaySum extends Sum {
  subscription_amount: number
}

const none = { orders: 0, amount: 0, subscription_amount: 0 }
const two = (n: number) => String(n).padStart(2, '0')

/** The first day of the previous month. */
export const monthBefore = (today: CalendarDate): CalendarDate => firstOf(addDays(firstOf(today), -1))

const firstOf = (date: CalendarDate): CalendarDate => `${date.slice(0, 7)}-01`

/** Every hour of a day, beside the same hour of another day. */
export function perHour(now: readonly Sum[], before: readonly Sum[]): Money['hours'] {
  const of = (sums: readonly Sum[], hour: number) => sums.find(({ at }) => at.endsWith(` ${two(hour)}`)) ?? none
  return Array.from({ length: 24 }, (_, hour) => {
    const { orders, amount } = of(now, hour)
    return { hour, orders, amount, amount_before: of(before, hour).amount }
  })
}

/** Every day of the month until today, beside the same day of the previous month, which may be shorter. */
export function perDay(today: CalendarDate, sums: readonly DaySum[]): Money['days'] {
  const of = (date: CalendarDate) => sums.find(({ at }) => at === date) ?? none
  const first = firstOf(today)
  const before = monthBefore(today)
  return Array.from({ length: Number(today.slice(8)) }, (_, n) => {
    const date = addDays(first, n)
    const same = addDays(before, n)
    const { orders, amount, subscription_amount } = of(date)
    return {
      date,
      orders,
      amount,
      subscription_amount,
      amount_before: same < first ? of(same).amount : null,
    }
  })
}
