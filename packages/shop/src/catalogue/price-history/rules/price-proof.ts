import { addDays, type CalendarDate, daysBetween } from '@kushi/values/calendar-date'

/** A price of a single purchase, from this day on; null: not on sale. */
export interface PriceSince {
  price: number | null
  since: CalendarDate
}

/** 最近相当期間: the days of the period that counts, and the fewest days on which the price must have been charged. */
const WINDOW_DAYS = 56
const LEAST_DAYS = 14

/**
 * 二重価格表示: whether a lower price may be compared with `price` today. The guidelines to 景品表示法 require that it was charged
 * for more than half of the time on sale in the last eight weeks, and for at least two weeks. `history`: oldest first;
 * only prices charged from `opened` on count.
 */
export function isPriceProven(
  history: readonly PriceSince[],
  price: number,
  { today, opened = null }: { today: CalendarDate; opened?: CalendarDate | null },
): boolean {
  if (history.at(-1)?.price !== price) return false
  const start = [addDays(today, 1 - WINDOW_DAYS), opened].reduce<CalendarDate>(
    (latest, day) => (day !== null && day > latest ? day : latest),
    '',
  )
  let charged = 0
  let onSale = 0
  history.forEach(({ price: then, since }, n) => {
    const from = since > start ? since : start
    const until = history[n + 1]?.since ?? addDays(today, 1)
    const days = until > from ? daysBetween(from, until) : 0
    if (then !== null) onSale += days
    if (then === price) charged += days
  })
  return charged >= LEAST_DAYS && charged * 2 > onSale
}
