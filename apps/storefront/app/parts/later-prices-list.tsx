import type { Quote } from '@kushi/contract/quote'
import { deliveryRangeText } from '@kushi/values/promotion'
import { formatYen } from '@kushi/values/yen'

/** What each later delivery of a subscription costs. */
export const LaterPrices = ({ quote, note }: { quote: Quote; note: string }) => (
  <p className="numeric grid text-sm text-muted">
    {quote.later.map((phase) => (
      <span key={phase.from_cycle}>
        {deliveryRangeText(phase)}は1回あたり {formatYen(phase.payment_total)}({note})
      </span>
    ))}
  </p>
)
