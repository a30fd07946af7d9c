import { addDays, addMonths, type CalendarDate, calendarDate, daysBetween } from '@kushi/values/calendar-date'
import { type CardExpire, parseCardExpire } from '@kushi/values/card'
import { CARD_WARNED_DAYS, type KnownCard } from '@kushi/values/known-card'
import { type ArrangementTerms, arrangementDate, deliveryAfter } from '../../../catalogue/delivery/rules/arrangement.ts'
import type { Pattern } from '../../../catalogue/delivery/rules/pattern.ts'

interface Deliveries extends Pattern {
  cycle: number
  next_delivery_date: CalendarDate
  next_next_delivery_date: CalendarDate
}

/** The last day on which a card can be charged. */
function lastDayOf(expire: CardExpire): CalendarDate | null {
  const month = parseCardExpire(expire)
  return month && addDays(addMonths(calendarDate({ ...month, day: 1 })!, 1), -1)
}

/** The days of the charges that a card will not live to see, within the days of the first warning, by their cycles. */
export function* chargesAfterExpiry(
  row: Deliveries,
  terms: ArrangementTerms,
  { expire }: Pick<KnownCard, 'expire'>,
  today: CalendarDate,
): Generator<{ cycle: number; charge: CalendarDate }> {
  const last = expire === null ? addDays(today, -1) : lastDayOf(expire)
  if (last === null) return
  const until = addDays(today, CARD_WARNED_DAYS[0])
  let [delivery, next] = [row.next_delivery_date, row.next_next_delivery_date]
  for (let cycle = row.cycle; ; cycle++) {
    const charge = arrangementDate(delivery, terms)
    if (charge > until) return
    if (charge >= today && charge > last) yield { cycle, charge }
    ;[delivery, next] = [next, deliveryAfter(next, row, terms)]
  }
}

/** Of which warning a charge is on `today`; null: of none, or it was told. A charge after the one that was told has its own. */
export function warningOf(
  { told_for, ...card }: KnownCard,
  charge: CalendarDate,
  today: CalendarDate,
): KnownCard['told'] {
  const told = told_for && charge > told_for ? null : card.told
  const days = CARD_WARNED_DAYS.findLast((one) => daysBetween(today, charge) <= one) ?? null
  return days === null || (told !== null && told <= days) ? null : days
}
