import type { Quote } from '@kushi/contract/quote'
import { formatYen } from '@kushi/values/yen'
import { phaseName } from './later-prices.ts'

/** What each later delivery of a subscription costs. */
export const LaterPrices = ({ quote, note }: { quote: Quote; note: string }) => (
  <p className="numeric grid text-sm text-muted">
    {quote.later.map((phase) => (
      <span key={phase.from_cycle}>
        {phaseName(phase)}は1回あたり {formatYen(phase.payment_total)}({note})
      </span>
    ))}
  </p>
)
