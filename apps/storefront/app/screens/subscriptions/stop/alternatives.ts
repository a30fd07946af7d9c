import type { Subscription, SubscriptionUpdate } from '@kushi/contract/subscription'
import { DELIVERY_PATTERN } from '@kushi/values/delivery-pattern'
import { SUBSCRIPTION_DATE_LIMIT } from '@kushi/values/limits'
import { patternLabel } from '@kushi/values/pattern-label'
import { itemName } from '@kushi/values/variant'

/** Something that may help more than stopping, done by one press. */
export interface Alternative {
  label: string
  /** What it comes to, before it is pressed. */
  text: string
  update: SubscriptionUpdate
  /** Said once it is done. */
  done: string
}

/** Six months can be more than the days that may lie between two deliveries. */
const MOST_MONTHS = 5

/** A month, or thirty days, more between two deliveries; null: there is no longer one. */
export function longerInterval(one: Subscription): Alternative | null {
  const { subscription_division_id, param1, param2, param3 } = one
  const isDays = subscription_division_id === DELIVERY_PATTERN.day_interval
  const longer = isDays ? Math.min(param1 + 30, SUBSCRIPTION_DATE_LIMIT.max_gap_days) : param1 + 1
  if (!one.can.update || longer === param1 || (!isDays && longer > MOST_MONTHS)) return null
  const delivery_pattern = { subscription_division_id, param1: longer, param2, param3 }
  const after = patternLabel(delivery_pattern)
  return {
    label: 'お届けの間隔をのばす',
    text: `${one.pattern_label} → ${after}`,
    update: { delivery_pattern },
    done: `お届け周期を「${after}」に変更しました。`,
  }
}

/** One piece less of what there is most of; null: there is one of each. */
export function fewerPieces(one: Subscription): Alternative | null {
  const items = one.subscription_order_item
  const most = items.reduce<(typeof items)[number] | null>(
    (found, item) => (item.is_one_time || (found && found.quantity >= item.quantity) ? found : item),
    null,
  )
  if (!one.can.change_items || !most || most.quantity < 2) return null
  const name = itemName(most)
  const quantity = most.quantity - 1
  return {
    label: '数量をへらす',
    text: `${name} ${most.quantity}点 → ${quantity}点`,
    update: {
      items: items.map((item) => ({
        product_sku_id: item.product_sku_id,
        quantity: item === most ? quantity : item.quantity,
        is_one_time: item.is_one_time,
      })),
    },
    done: `「${name}」を${quantity}点に変更しました。`,
  }
}
