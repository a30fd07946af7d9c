import type { QuotedItem } from '@kushi/contract/quote'
import { Price } from '../ui/price.tsx'

type ItemPriceFacts = Pick<
  QuotedItem,
  'price' | 'following_price' | 'subscription' | 'lump_sum_payment_flag' | 'lump_sum_payment_num'
>

/** The price of one piece: single purchase, or first delivery and later ones. */
export function ItemPrice({ item }: { item: ItemPriceFacts }) {
  if (item.subscription !== 1) return <Price amount={item.price} size="sm" />
  if (item.lump_sum_payment_flag)
    return (
      <span className="flex flex-wrap items-baseline gap-x-2">
        <Price amount={item.price} size="sm" tone="leaf" prefix="1回あたり" />
        <span className="text-xs text-muted">全{item.lump_sum_payment_num}回分を一括払い</span>
      </span>
    )
  if (item.price === item.following_price) return <Price amount={item.price} size="sm" tone="leaf" prefix="毎回" />
  return (
    <span className="flex flex-wrap items-baseline gap-x-3">
      <Price amount={item.price} size="sm" tone={item.price < item.following_price ? 'offer' : 'ink'} prefix="初回" />
      <span className="text-sm text-muted">
        2回目から <Price amount={item.following_price} size="sm" />
      </span>
    </span>
  )
}
