import { addDays, type CalendarDate } from '@kushi/values/calendar-date'
import { PRICE_ANSWER_DAYS, PRICE_NOTICE_DAYS, type PriceOfferState } from '@kushi/values/price-offer'

interface Offer {
  state: PriceOfferState
  answer_by: CalendarDate
}

/** A refusal can still be changed to an agreement; an agreement is final. */
export const canAnswer = ({ state, answer_by }: Offer, today: CalendarDate): boolean =>
  (state === 'asked' || state === 'refused') && today <= answer_by

export const answerBy = (from: CalendarDate): CalendarDate => addDays(from, -PRICE_ANSWER_DAYS)

/** The first day from which a new price may apply. */
export const earliestPriceDay = (today: CalendarDate): CalendarDate => addDays(today, PRICE_NOTICE_DAYS)
