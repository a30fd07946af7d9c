import type { FieldFailure } from '@kushi/contract/failure'
import { addDays, type CalendarDate, isCalendarDate } from '@kushi/values/calendar-date'
import { SUBSCRIPTION_DATE_LIMIT } from '@kushi/values/limits'
import { userMessage } from '@kushi/values/user-message'
import {
  type ArrangementTerms,
  earliestFollowingDelivery,
  followingDeliveryDay,
} from '../../../catalogue/delivery/rules/arrangement.ts'
import type { DeliveryPatternInput } from '../../../catalogue/delivery/rules/pattern.ts'
import type { DeliveryDates } from './delivery-dates.ts'

const { min_gap_days: minGap, max_gap_days: maxGap, max_ahead_days: maxAhead } = SUBSCRIPTION_DATE_LIMIT

interface DateRules {
  today: CalendarDate
  pattern: DeliveryPatternInput
  terms: ArrangementTerms
  /** The dates that the subscription has. */
  current?: DeliveryDates
}

/**
 * Returns the errors in the dates of a subscription's next two deliveries; empty: none. Days in Japan. Neither date is
 * in the past; the second is 10 to 180 days after the first. A date picked by the customer is possible when the first
 * delivery has arrived, and at most 100 days ahead: the first from today, the second from the first. Dates by the
 * pattern, and dates that the subscription already has (`current`), may be further ahead. How soon a delivery can be
 * made depends on its address: see `earliestChangeableDelivery`.
 */
export function deliveryDateProblems(
  dates: DeliveryDates,
  { today, pattern, terms, current }: DateRules,
): FieldFailure[] {
  const { next_delivery_date: next, next_next_delivery_date: nextNext } = dates
  const isNextKept = current?.next_delivery_date === next
  const isNextValid = isCalendarDate(next) && next >= today && (isNextKept || next <= addDays(today, maxAhead))
  if (!isNextValid) return [failure('next_delivery_date')]
  if (nextNext === followingDeliveryDay(next, pattern, terms)) return []
  const isPicked = !(isNextKept && current?.next_next_delivery_date === nextNext)
  const [least, most] = isPicked
    ? [earliestFollowingDelivery(next, terms), addDays(next, maxAhead)]
    : [addDays(next, minGap), addDays(next, maxGap)]
  const isNextNextValid = isCalendarDate(nextNext) && nextNext >= least && nextNext <= most
  return isNextNextValid ? [] : [failure('next_next_delivery_date')]
}

function failure(path: keyof DeliveryDates): FieldFailure {
  const message_id = path === 'next_delivery_date' ? 'next_delivery_date_invalid' : 'next_next_delivery_date_invalid'
  return { path, message_id, message: userMessage(message_id) }
}
