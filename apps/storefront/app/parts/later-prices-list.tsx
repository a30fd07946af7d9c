import type { Quote } from '@kushi/contract/quote'
import { deliveryRangeText } from '@kushi/values/promotion'
import { formatYen } from '@kushi/values/yen'

interface LaterPricesProps {
  later: Quote['later']
  note: string
}

/** Whether a later delivery costs something else than the one in question. */
export const isOtherLater = ({ later, payment_total }: Pick<Quote, 'later' | 'payment_total'>): boolean =>
  later.some((phase) => phase.payment_total !== payment_total)

/** What each later delivery of a subscription costs. */
export const LaterPrices = ({ later, note }: LaterPricesProps) => (
  <p className="numeric grid text-sm text-muted">
    {later.map((phase) => (
      <span key={phase.from_cycle}>
        {deliveryRangeText(phase)}は1回あたり {formatYen(phase.payment_total)}({note})
      </span>
    ))}
  </p>
)
