import { addDays, type CalendarDate } from '@kushi/values/calendar-date'
import { PRICE_ANSWER_DAYS, PRICE_NOTICE_DAYS, type PriceOfferState } from '@kushi/values/price'
import type { StoredAgreedTerms } from '@kushi/values/price-terms'
import { type ArrangementTerms, followingDeliveryDay } from '../../../catalogue/delivery/rules/arrangement.ts'
import type { DeliveryPatternInput } from '../../../catalogue/delivery/rules/pattern.ts'
import { haveSameTermChoices } from '../../../catalogue/price/rules/agreed-terms.ts'

interface PromisedPrice {
  following_price: number
  agreed_price: number | null
  agreed_from: CalendarDate | null
}

/** The maximum price of one piece in a delivery on that day. An agreed price applies from its day on, not earlier. */
export const promisedPriceOn = (
  { following_price, agreed_price, agreed_from }: PromisedPrice,
  date: CalendarDate,
): number => (agreed_from !== null && date >= agreed_from ? agreed_price! : following_price)

/** The lowest promised price, for an item that replaces this one on any day. */
export const lowestPromisedPrice = ({ following_price, agreed_price }: PromisedPrice): number =>
  Math.min(following_price, agreed_price ?? following_price)

/** Whether another price is agreed that applies only from a later day. */
export const isPriceChanging = ({ agreed_from }: PromisedPrice, today: CalendarDate): boolean =>
  agreed_from !== null && agreed_from > today

/** Returns the item with a new price from a day on; today's price applies until then. */
export const withPriceFrom = (
  item: PromisedPrice,
  price: number,
  from: CalendarDate,
  today: CalendarDate,
): PromisedPrice => ({
  following_price: promisedPriceOn(item, today),
  agreed_price: price,
  agreed_from: from,
})

interface UpcomingDeliveries extends DeliveryPatternInput {
  next_delivery_date: CalendarDate
  next_next_delivery_date: CalendarDate
  cycle: number
}

/**
 * The first delivery on this day or later, by the present dates and pattern. `is_skipped`: not the next
 * delivery, because it is arranged already or is without the item.
 */
export function firstDeliveryFrom(
  row: UpcomingDeliveries,
  from: CalendarDate,
  terms: ArrangementTerms,
  is_skipped: boolean,
): { cycle: number; delivery_date: CalendarDate } {
  if (!is_skipped && row.next_delivery_date >= from) return { cycle: row.cycle, delivery_date: row.next_delivery_date }
  let [cycle, delivery_date] = [row.cycle + 1, row.next_next_delivery_date]
  while (delivery_date < from) {
    delivery_date = followingDeliveryDay(delivery_date, row, terms)
    cycle++
  }
  return { cycle, delivery_date }
}

interface Offer {
  state: PriceOfferState
  answer_by: CalendarDate
  /** The fees that it asks for; null: the price of an item. */
  terms: StoredAgreedTerms | null
}

interface Asked {
  agreed_terms: StoredAgreedTerms | null
}

/**
 * Fees were asked for an address, ways and goods: when others were chosen since, those have the fees of that day, and the
 * question is over.
 */
export const isFeeQuestionOver = ({ terms }: Pick<Offer, 'terms'>, { agreed_terms }: Asked): boolean =>
  terms !== null && !haveSameTermChoices(terms, agreed_terms)

/** Whether the member can still answer a price offer. A refusal can be changed to an agreement; an agreement is final. */
export const canAnswerPriceOffer = (offer: Offer, asked: Asked, today: CalendarDate): boolean =>
  (offer.state === 'asked' || offer.state === 'refused') && today <= offer.answer_by && !isFeeQuestionOver(offer, asked)

/** The last day on which the member can answer a price offer that applies from `from`. */
export const priceAnswerDeadline = (from: CalendarDate): CalendarDate => addDays(from, -PRICE_ANSWER_DAYS)

/** The first day from which a new price may apply. */
export const earliestPriceDay = (today: CalendarDate): CalendarDate => addDays(today, PRICE_NOTICE_DAYS)
