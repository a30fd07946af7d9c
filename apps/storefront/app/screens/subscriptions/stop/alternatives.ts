import type { ProductDetail, ProductSku } from '@kushi/contract/product'
import type { Subscription, SubscriptionOrderItem, SubscriptionUpdate } from '@kushi/contract/subscription'
import { DELIVERY_PATTERN, deliveryPatternText } from '@kushi/values/delivery-pattern'
import { SUBSCRIPTION_DATE_LIMIT } from '@kushi/values/limits'
import { wrapInQuoteMarks } from '@kushi/values/price'
import { itemName } from '@kushi/values/product'

/** An alternative to 解約, applied by one click. */
export interface Alternative {
  label: string
  /** Description of the result, shown before the click. */
  text: string
  update: SubscriptionUpdate
  /** Message after it is done. */
  doneText: string
}

/** Six months can exceed the maximum number of days between two deliveries. */
const MAX_INTERVAL_MONTHS = 5

/** An interval longer by one month or 30 days; null: no longer one is possible. */
export function longerInterval(one: Subscription): Alternative | null {
  const { subscription_division_id, param1, param2, param3 } = one
  const isDays = subscription_division_id === DELIVERY_PATTERN.day_interval
  const longer = isDays ? Math.min(param1 + 30, SUBSCRIPTION_DATE_LIMIT.max_gap_days) : param1 + 1
  if (!one.can.update || longer === param1 || (!isDays && longer > MAX_INTERVAL_MONTHS)) return null
  const delivery_pattern = { subscription_division_id, param1: longer, param2, param3 }
  const after = deliveryPatternText(delivery_pattern)
  return {
    label: 'お届けの間隔をのばす',
    text: `${one.pattern_label} → ${after}`,
    update: { delivery_pattern },
    doneText: `お届け周期を「${after}」に変更しました。`,
  }
}

/** All items unchanged, except one. */
const updateOneItem = (
  { subscription_order_item }: Subscription,
  item: SubscriptionOrderItem,
  instead: { product_sku_id?: number; quantity?: number },
): SubscriptionUpdate => ({
  items: subscription_order_item.map((each) => ({
    product_sku_id: each.product_sku_id,
    quantity: each.quantity,
    is_one_time: each.is_one_time,
    ...(each === item && instead),
  })),
})

/** One piece less of the item with the largest quantity; null: each item has one piece. */
export function fewerPieces(one: Subscription): Alternative | null {
  const items = one.subscription_order_item
  const largestItem = items.reduce<(typeof items)[number] | null>(
    (found, item) =>
      item.is_one_time || item.is_left_out || (found && found.quantity >= item.quantity) ? found : item,
    null,
  )
  if (!one.can.change_items || !largestItem || largestItem.quantity < 2) return null
  const name = itemName(largestItem)
  const quantity = largestItem.quantity - 1
  return {
    label: '数量をへらす',
    text: `${name} ${largestItem.quantity}点 → ${quantity}点`,
    update: updateOneItem(one, largestItem, { quantity }),
    doneText: `${wrapInQuoteMarks(name)}を${quantity}点に変更しました。`,
  }
}

/** The same product in a smaller size (the next cheaper one); null: none is available. */
export function smallerSize(one: Subscription, products: readonly ProductDetail[]): Alternative | null {
  const choices = otherChoices(one, products).filter(({ own: currentSku, sku }) => priceOf(sku) < priceOf(currentSku))
  const [largest] = choices.sort((a, b) => priceOf(b.sku) - priceOf(a.sku))
  return largest ? { ...itemSwap(one, largest), label: '小さいサイズにする' } : null
}

/** The first item in another scent, or another choice at the same price; at most two. */
export const otherScents = (one: Subscription, products: readonly ProductDetail[]): Alternative[] =>
  otherChoices(one, products)
    .filter(({ own, sku }) => priceOf(sku) === priceOf(own))
    .filter(({ item }, _, [first]) => item === first?.item)
    .slice(0, 2)
    .map((choice) => ({ ...itemSwap(one, choice), label: `${choice.axis}を${wrapInQuoteMarks(choice.to)}にする` }))

interface Choice {
  item: SubscriptionOrderItem
  own: ProductSku
  sku: ProductSku
  axis: string
  from: string
  to: string
}

const priceOf = ({ subscription_price, price }: ProductSku) => subscription_price ?? price ?? 0

/** SKUs that differ from an item in only one axis, are in stock and not in the subscription yet. */
function otherChoices(one: Subscription, products: readonly ProductDetail[]): Choice[] {
  if (!one.can.change_items) return []
  const items = one.subscription_order_item
  return items.flatMap((item) => {
    const skus = products.find(({ id }) => id === item.product_id)?.skus ?? []
    const own = skus.find(({ id }) => id === item.product_sku_id)
    if (!own || item.is_one_time || item.lump_sum_payment_flag) return []
    return skus.flatMap((sku) => {
      const [first, second] = [sku.set_item_name1 !== own.set_item_name1, sku.set_item_name2 !== own.set_item_name2]
      const isThere = items.some(({ product_sku_id }) => product_sku_id === sku.id)
      if (first === second || isThere || sku.is_out_stock || sku.subscription_price === null) return []
      const [axis, from, to] = first
        ? [sku.sku_parent_item_name1, own.set_item_name1, sku.set_item_name1]
        : [sku.sku_parent_item_name2, own.set_item_name2, sku.set_item_name2]
      return from && to ? [{ item, own, sku, axis: axis ?? '種類', from, to }] : []
    })
  })
}

const itemSwap = (one: Subscription, { item, sku, from, to }: Choice) => ({
  text: `${item.product_name} ${from} → ${to}`,
  update: updateOneItem(one, item, { product_sku_id: sku.id }),
  doneText: `${wrapInQuoteMarks(item.product_name)}を${wrapInQuoteMarks(to)}に変更しました。`,
})
