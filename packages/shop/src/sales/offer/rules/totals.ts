import type { Quote } from '@kushi/contract/quote'
import { totalOfLaterDeliveries } from '@kushi/values/later-prices'
import type { Yen } from '@kushi/values/yen'

const COMPARED = 3

type Priced = Pick<Quote, 'payment_total' | 'later'>

/** The cost of an order (yen): at first, and over three deliveries. A single purchase counts three times. */
export function offerTotals({ payment_total, later }: Priced, isSubscription: boolean) {
  const three_total: Yen = isSubscription
    ? payment_total + totalOfLaterDeliveries(later, COMPARED)
    : payment_total * COMPARED
  return { payment_total, three_total, later }
}
