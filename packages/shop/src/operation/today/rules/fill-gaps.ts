import type { TodaySales } from '@kushi/contract/admin/today'
import { addDays, type CalendarDate } from '@kushi/values/calendar-date'

/**
 * Number and amount in yen of the orders of a day (`2026-11-21`) or of an hour (`2026-11-21 09`). Days and hours
 * without orders have no entry.
 */
export interface SalesSum {
  at: string
  orders: number
  amount: number
}

interface DaySum extends SalesSum {
  subscription_amount: number
}

const none = { orders: 0, amount: 0, subscription_amount: 0 }
const two = (n: number) => String(n).padStart(2, '0')

/** The first day of the previous month. */
export const firstOfPreviousMonth = (today: CalendarDate): CalendarDate => firstOf(addDays(firstOf(today), -1))

const firstOf = (date: CalendarDate): CalendarDate => `${date.slice(0, 7)}-01`

/** Returns all 24 hours of a day, each with the amount of the same hour of another day. */
export function salesPerHour(now: readonly SalesSum[], before: readonly SalesSum[]): TodaySales['hours'] {
  const of = (sums: readonly SalesSum[], hour: number) => sums.find(({ at }) => at.endsWith(` ${two(hour)}`)) ?? none
  return Array.from({ length: 24 }, (_, hour) => {
    const { orders, amount } = of(now, hour)
    return { hour, orders, amount, amount_before: of(before, hour).amount }
  })
}

/**
 * Returns every day of the month until today, each with the amount of the same day of the previous month. null: that
 * month has no such day.
 */
export function salesPerDay(today: CalendarDate, sums: readonly DaySum[]): TodaySales['days'] {
  const of = (date: CalendarDate) => sums.find(({ at }) => at === date) ?? none
  const first = firstOf(today)
  const before = firstOfPreviousMonth(today)
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
