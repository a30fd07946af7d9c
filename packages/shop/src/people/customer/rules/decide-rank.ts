import { addDays, type CalendarDate, calendarDate, dateParts } from '@kushi/values/calendar-date'

export interface RankThreshold {
  id: number
  /** Yen bought in the period, from which a member gets the rank. */
  threshold_amount: number
}

/** The highest rank whose threshold is reached; null when even the lowest is not. */
export function rankForSpending(ranks: readonly RankThreshold[], spent: number): number | null {
  const reached = ranks.filter(({ threshold_amount }) => threshold_amount <= spent)
  return reached.toSorted((a, b) => b.threshold_amount - a.threshold_amount)[0]?.id ?? null
}

/** Whether the change is a promotion; no rank is below all ranks. */
export function isPromotedRank(ranks: readonly RankThreshold[], from: number | null, to: number | null): boolean {
  const height = (rank: number | null) => ranks.find(({ id }) => id === rank)?.threshold_amount ?? -1
  return height(to) > height(from)
}

/** The first of the month of a date, or `months` later (earlier, for negative numbers). */
export function firstOfMonth(date: CalendarDate, months = 0): CalendarDate {
  const { year, month } = dateParts(date)
  const at = year * 12 + (month - 1) + months
  return calendarDate({ year: Math.floor(at / 12), month: (((at % 12) + 12) % 12) + 1, day: 1 })!
}

/** The period that a month's decision counts: whole months up to the month before. Both days inclusive. */
export const rankPeriod = (month: CalendarDate, months: number): { from: CalendarDate; to: CalendarDate } => ({
  from: firstOfMonth(month, -months),
  to: addDays(firstOfMonth(month), -1),
})

/** Days after the 1st on which the job still makes up for an outage on the 1st. */
const CATCH_UP_DAYS = 5
/** Whether the monthly rank decision may run today: on the first five days, so that a missed run is made up for. */
export const isRankDecisionDay = (today: CalendarDate): boolean => dateParts(today).day <= CATCH_UP_DAYS
