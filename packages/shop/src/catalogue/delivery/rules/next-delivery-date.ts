import {
  addDays,
  type CalendarDate,
  calendarDate,
  dateParts,
  daysBetween,
  utcMidnightMs,
} from '@kushi/values/calendar-date'
import { DELIVERY_PATTERN, LAST_WEEK_OF_MONTH } from '@kushi/values/delivery-pattern'
import { SUBSCRIPTION_DATE_LIMIT } from '@kushi/values/limits'
import type { DeliveryPatternInput } from './pattern.ts'

const { min_gap_days: minGap } = SUBSCRIPTION_DATE_LIMIT

/**
 * The next delivery after the one on `after`, by a valid pattern (お届け周期); days in Japan.
 *
 * Every n days: n days later. Monthly: `after` may be any day, because the first delivery and a moved one are chosen
 * freely. So n months are counted from the pattern's date nearest to `after` (of two equally near, the later). 「毎月5日」
 * after 26 November: the nearest date is 5 December, the next delivery 5 January. If `after` is on the pattern, the
 * result is simply n months later.
 *
 * Monthly deliveries are at least 10 days apart. The specification's limit of 180 days applies to dates that a person
 * picks: a pattern of six months keeps its day, although that is 181 days or more.
 */
export function nextDeliveryDate(pattern: DeliveryPatternInput, after: CalendarDate): CalendarDate {
  if (pattern.subscription_division_id === DELIVERY_PATTERN.day_interval) return addDays(after, pattern.param1)
  let next = dateInMonth(pattern, nearestMonth(pattern, after) + pattern.param1)
  if (daysBetween(after, next) < minGap) next = dateInMonth(pattern, nearestMonth(pattern, after) + pattern.param1 + 1)
  return next
}

/** Months since the year 0, so that adding months needs no carry. */
const monthOf = (date: CalendarDate) => dateParts(date).year * 12 + dateParts(date).month - 1

/** The month whose pattern date is nearest to `date`. */
function nearestMonth(pattern: DeliveryPatternInput, date: CalendarDate): number {
  const month = monthOf(date)
  const distance = (candidate: number) => Math.abs(daysBetween(date, dateInMonth(pattern, candidate)))
  return [month - 1, month, month + 1].reduce((best, candidate) =>
    distance(candidate) <= distance(best) ? candidate : best,
  )
}

/** The pattern's date in a month. */
function dateInMonth(pattern: DeliveryPatternInput, month: number): CalendarDate {
  const first = calendarDate({ year: Math.floor(month / 12), month: (month % 12) + 1, day: 1 })!
  const next = calendarDate({ year: Math.floor((month + 1) / 12), month: ((month + 1) % 12) + 1, day: 1 })!
  const last = addDays(next, -1)
  const param2 = pattern.param2 ?? 1
  if (pattern.subscription_division_id === DELIVERY_PATTERN.monthly_date) {
    const date = addDays(first, param2 - 1)
    return date < last ? date : last
  }
  const weekday = (pattern.param3 ?? 1) - 1
  if (param2 === LAST_WEEK_OF_MONTH) return addDays(last, -((weekdayOf(last) - weekday + 7) % 7))
  return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + (param2 - 1) * 7)
}

/** 0 Sunday. */
const weekdayOf = (date: CalendarDate) => new Date(utcMidnightMs(date)).getUTCDay()
