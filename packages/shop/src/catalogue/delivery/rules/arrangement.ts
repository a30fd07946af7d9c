import { addDays, type CalendarDate } from '@kushi/values/calendar-date'
import { SUBSCRIPTION_DATE_LIMIT } from '@kushi/values/limits'
import { nextDeliveryDate } from './next-delivery-date.ts'
import type { DeliveryPatternInput } from './pattern.ts'
import { earliestDeliveryDay, isClosedDay, type LeadTime, leadTimeDays } from './selectable-dates.ts'

/** The terms that decide the day on which a delivery of a subscription is arranged. */
export interface ArrangementTerms extends LeadTime {
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

/**
 * The earliest delivery day that can still be changed on `today`. Its delivery is arranged tomorrow at the earliest,
 * and arrives in time.
 */
export const earliestChangeableDelivery = (today: CalendarDate, terms: ArrangementTerms): CalendarDate =>
  laterOfDays(addDays(today, terms.arranged_before_days), earliestDeliveryDay(addDays(today, 1), terms))

/** The later of two days. */
export const laterOfDays = (one: CalendarDate, other: CalendarDate): CalendarDate => (one > other ? one : other)

/**
 * The earliest day for the delivery that follows `delivery`. It is at least ten days later. It can still be changed on
 * the day when `delivery` arrives, because until then everything is locked.
 */
export const earliestFollowingDelivery = (delivery: CalendarDate, terms: ArrangementTerms): CalendarDate =>
  laterOfDays(addDays(delivery, SUBSCRIPTION_DATE_LIMIT.min_gap_days), earliestChangeableDelivery(delivery, terms))

/** The day of the delivery that follows `delivery` by the pattern, or the earliest possible day if that is later. */
export const followingDeliveryDay = (
  delivery: CalendarDate,
  pattern: DeliveryPatternInput,
  terms: ArrangementTerms,
): CalendarDate => laterOfDays(nextDeliveryDate(pattern, delivery), earliestFollowingDelivery(delivery, terms))

/**
 * The second and third delivery of a subscription whose first one arrives on `first`. The second one can still be changed
 * on `today`.
 */
export function deliveriesAfterFirst(
  first: CalendarDate,
  pattern: DeliveryPatternInput,
  { today, terms }: { today: CalendarDate; terms: ArrangementTerms },
): { next_delivery_date: CalendarDate; next_next_delivery_date: CalendarDate } {
  const next_delivery_date = laterOfDays(nextDeliveryDate(pattern, first), earliestChangeableDelivery(today, terms))
  return { next_delivery_date, next_next_delivery_date: followingDeliveryDay(next_delivery_date, pattern, terms) }
}

/** The last day on which a parcel can be ordered that arrives on `delivery`. */
function latestOrderDay(delivery: CalendarDate, lead: LeadTime): CalendarDate {
  let day = delivery
  for (let open = 0; open < leadTimeDays(lead); day = addDays(day, -1)) if (!isClosedDay(day, lead)) open++
  return day
}
