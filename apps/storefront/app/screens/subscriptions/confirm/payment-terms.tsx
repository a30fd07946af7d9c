import type { Subscription } from '@kushi/contract/subscription'
import { chargeTiming } from './charge-timing.ts'

/** お支払い方法と時期. The change itself costs nothing. */
export const PaymentTerms = ({ after }: { after: Subscription }) => (
  <div className="grid gap-3">
    <p>{after.prepaid ? `年払い(${after.prepaid.total}回分お支払い済み)` : after.payment_name}</p>
    <ul className="grid gap-1 text-sm">
      {chargeTiming(after).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  </div>
)
