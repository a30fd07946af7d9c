import { addDays, type CalendarDate } from '@kushi/values/calendar-date'
import { SUBSCRIPTION_DATE_LIMIT } from '@kushi/values/limits'
import { nextDeliveryDate } from './next-delivery-date.ts'
import type { Pattern } from './pattern.ts'
import { earliestDelivery, isClosed, type Lead, leadDays } from './selectable-dates.ts'

/** What decides when a delivery of a subscription is arranged. */
export interface ArrangementTerms extends Lead {
  /** Days before the delivery until which its member may change it, as their confirmation stated. */
  arranged_before_days: number
}

/**
 * 発送手配日: the day whose run writes the order of a delivery, charges it and takes the stock. It is the day after the
 * promised deadline, or earlier if the parcel would otherwise not arrive on its day: the way to the address and the days
 * on which the shop is closed count backwards from the delivery.
 */
export function arrangementDate(delivery: CalendarDate, terms: ArrangementTerms): CalendarDate {
  const planned = addDays(delivery, 1 - terms.arranged_before_days)
  const latest = latestOrderDay(delivery, terms)
  return latest < planned ? latest : planned
}

/** 変更締切日: the last day, to its end in Japan, on which a delivery can be changed, paused or cancelled. */
export const changeDeadline = (delivery: CalendarDate, terms: ArrangementTerms): CalendarDate =>
  addDays(arrangementDate(delivery, terms), -1)

/** The first delivery that can still be changed on `today`. It is arranged tomorrow at the earliest, and arrives. */
export const earliestChangeable = (today: CalendarDate, terms: ArrangementTerms): CalendarDate =>
  later(addDays(today, terms.arranged_before_days), earliestDelivery(addDays(today, 1), terms))

export const later = (one: CalendarDate, other: CalendarDate): CalendarDate => (one > other ? one : other)

/**
 * The first day for the delivery after `delivery`: at least ten days later, and still to be changed on the day when that
 * one arrives, because until then everything is locked.
 */
export const earliestAfter = (delivery: CalendarDate, terms: ArrangementTerms): CalendarDate =>
  later(addDays(delivery, SUBSCRIPTION_DATE_LIMIT.min_gap_days), earliestChangeable(delivery, terms))

/** The delivery after `delivery` by the pattern, or the first day after it that can be kept. */
export const deliveryAfter = (delivery: CalendarDate, pattern: Pattern, terms: ArrangementTerms): CalendarDate =>
  later(nextDeliveryDate(pattern, delivery), earliestAfter(delivery, terms))

/** The last day on which a parcel can be ordered that arrives on `delivery`; the reverse of `earliestDelivery`. */
function latestOrderDay(delivery: CalendarDate, lead: Lead): CalendarDate {
  let day = delivery
  for (let open = 0; open < leadDays(lead); day = addDays(day, -1)) if (!isClosed(day, lead)) open++
  return day
}
