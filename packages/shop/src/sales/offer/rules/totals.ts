import type { Quote } from '@kushi/contract/quote'
import type { Yen } from '@kushi/values/yen'

const COMPARED = 3

type Priced = Pick<Quote, 'payment_total' | 'later'>

/** What an order costs at first, and over three deliveries; of a single purchase, over three such orders. */
export function offerTotals({ payment_total, later }: Priced, isSubscription: boolean) {
  const totalOf = (cycle: number): Yen =>
    later.find(({ from_cycle, to_cycle }) => from_cycle <= cycle && (to_cycle === null || cycle <= to_cycle))
      ?.payment_total ?? payment_total
  const cycles = Array.from({ length: COMPARED }, (_, n) => n + 1)
  const three_total = isSubscription
    ? cycles.reduce((sum, cycle) => sum + (cycle === 1 ? payment_total : totalOf(cycle)), 0)
    : payment_total * COMPARED
  return { payment_total, three_total, later }
}
