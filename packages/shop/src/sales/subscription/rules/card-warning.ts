import { addDays, addMonths, type CalendarDate, calendarDate, daysBetween } from '@kushi/values/calendar-date'
import { type CardExpire, parseCardExpire } from '@kushi/values/card'
import { CARD_EXPIRY_NOTICE_DAYS, type SubscriptionCardState } from '@kushi/values/known-card'
import {
  type ArrangementTerms,
  arrangementDate,
  followingDeliveryDay,
} from '../../../catalogue/delivery/rules/arrangement.ts'
import type { DeliveryPatternInput } from '../../../catalogue/delivery/rules/pattern.ts'

interface Deliveries extends DeliveryPatternInput {
  cycle: number
  next_delivery_date: CalendarDate
  next_next_delivery_date: CalendarDate
}

/** The last day on which a card can be charged. */
function lastDayOf(expire: CardExpire): CalendarDate | null {
  const month = parseCardExpire(expire)
  return month && addDays(addMonths(calendarDate({ ...month, day: 1 })!, 1), -1)
}

/** The charges of the next 45 days that fall after the card's expiry, with their cycles. */
export function* chargesAfterExpiry(
  row: Deliveries,
  terms: ArrangementTerms,
  { expire }: Pick<SubscriptionCardState, 'expire'>,
  today: CalendarDate,
): Generator<{ cycle: number; charge: CalendarDate }> {
  const last = expire === null ? addDays(today, -1) : lastDayOf(expire)
  if (last === null) return
  const until = addDays(today, CARD_EXPIRY_NOTICE_DAYS[0])
  let [delivery, next] = [row.next_delivery_date, row.next_next_delivery_date]
  for (let cycle = row.cycle; ; cycle++) {
    const charge = arrangementDate(delivery, terms)
    if (charge > until) return
    if (charge >= today && charge > last) yield { cycle, charge }
    ;[delivery, next] = [next, followingDeliveryDay(next, row, terms)]
  }
}

/**
 * Returns the warning about a charge that is due on `today`, as days before the charge. null: none is due, or it was
 * sent. Each later charge gets its own warnings.
 */
export function dueCardWarning(
  { told_for, ...card }: SubscriptionCardState,
  charge: CalendarDate,
  today: CalendarDate,
): SubscriptionCardState['told'] {
  const told = told_for && charge > told_for ? null : card.told
  const days = CARD_EXPIRY_NOTICE_DAYS.findLast((one) => daysBetween(today, charge) <= one) ?? null
  return days === null || (told !== null && told <= days) ? null : days
}
