import type { SubscriptionOrderItem } from '@kushi/contract/subscription'
import { variantName } from '@kushi/values/product'
import { listDiscounts } from '@kushi/values/promotion'
import { formatYen } from '@kushi/values/yen'
import type { ReactNode } from 'react'
import { SetContents } from '../../../parts/set-contents.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Picture } from '../../../ui/picture.tsx'

interface SubscriptionItemsProps {
  items: readonly SubscriptionOrderItem[]
  /** What can be done with an item. */
  action?: (item: SubscriptionOrderItem) => ReactNode
}

/** The items with quantities, and a mark for 今回のみ and 今回だけ除く. */
export const SubscriptionItems = ({ items, action }: SubscriptionItemsProps) => (
  <ul aria-label="お届けする商品" className="grid gap-3">
    {items.map((item) => (
      <li key={item.id} className="flex gap-3">
        <span className={`w-14 shrink-0 ${item.is_left_out ? 'opacity-50' : ''}`}>
          <Picture path={item.product_image} alt="" sizes="56px" className="rounded-base" />
        </span>
        <span className="grid min-w-0 grow content-start text-sm">
          <span className="font-medium">{item.product_name}</span>
          {variantName(item) && <span className="text-muted">{variantName(item)}</span>}
          <SetContents parts={item.parts} />
          <span className="numeric flex flex-wrap items-center gap-x-2">
            <span>{item.quantity}点</span>
            {!item.lump_sum_payment_flag && !item.is_left_out && (
              <span className="text-muted">{formatYen(item.subtotal)}</span>
            )}
            {listDiscounts([{ ...item, discount_amount: item.discount_amount_total }]).map(({ name, amount }) => (
              <span key={name} className="text-muted">
                {name} {formatYen(-amount)}
              </span>
            ))}
            {item.is_one_time && <Badge tone="leaf">今回のみ</Badge>}
            {item.is_left_out && <Badge>今回は除く</Badge>}
            {item.lump_sum_payment_flag && <Badge>年払い</Badge>}
            {!item.is_product_sku_valid && <Badge tone="danger">販売終了</Badge>}
            {item.is_product_sku_valid && item.is_out_stock && <Badge tone="danger">在庫切れ</Badge>}
          </span>
          {action?.(item)}
        </span>
      </li>
    ))}
  </ul>
)
