import type { CartEntry } from '../../state/cart-items.ts'
import { Price } from '../../ui/price.tsx'
import { lastingText } from './lasting.ts'

/** What one piece costs, bought as chosen. */
export function PriceLine({ entry, lasting_days }: { entry: CartEntry; lasting_days: number | null }) {
  const isCheaperAtFirst = entry.subscription === 1 && entry.price < entry.following_price
  return (
    <div data-price className="grid gap-1 border-y border-line py-4">
      <Price
        amount={entry.price}
        size="lg"
        tone={isCheaperAtFirst ? 'offer' : 'ink'}
        {...(isCheaperAtFirst && { prefix: '初回' })}
      />
      {isCheaperAtFirst && (
        <p className="text-sm text-muted">
          2回目から <Price amount={entry.following_price} size="sm" />
        </p>
      )}
      {lasting_days !== null && <p className="numeric text-sm text-muted">使い切る目安 {lastingText(lasting_days)}</p>}
      {entry.lump_sum_payment_num && (
        <p className="text-sm text-muted">
          {entry.lump_sum_payment_num}回分 <Price amount={entry.price * entry.lump_sum_payment_num} size="sm" />
          を、最初にまとめてお支払いいただきます
        </p>
      )}
    </div>
  )
}
