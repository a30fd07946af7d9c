import type { Subscription, SubscriptionOrderItem } from '@kushi/contract/subscription'

/** What the screen shows of an item that is not in the subscription yet. */
export type AddedItem = Pick<
  SubscriptionOrderItem,
  'product_name' | 'set_item_name1' | 'set_item_name2' | 'product_image' | 'sale_limit' | 'price'
>

/** One item as it is wanted. Only changes are kept, so that what another device changed meanwhile stays changed. */
export interface ItemChange {
  product_sku_id: number
  /** 0: taken out. */
  quantity: number
  is_one_time: boolean
  added: AddedItem | null
}

/** An item as the form shows it. */
export interface ShownItem extends AddedItem {
  product_sku_id: number
  quantity: number
  is_one_time: boolean
  isNew: boolean
  /** Taken out, and can be put back. */
  isRemoved: boolean
  is_out_stock: boolean
}

type Items = Pick<Subscription, 'subscription_order_item'>

/** The items with what is changed: those that are there in their order, then what is added. */
export function itemsWith({ subscription_order_item: items }: Items, changes: readonly ItemChange[]): ShownItem[] {
  const there = items.map((item) => {
    const change = changes.find((one) => one.product_sku_id === item.product_sku_id)
    const isRemoved = change?.quantity === 0
    return { ...item, quantity: change && !isRemoved ? change.quantity : item.quantity, isNew: false, isRemoved }
  })
  const known = new Set(items.map((item) => item.product_sku_id))
  const added = changes.flatMap((change) =>
    change.added && change.quantity > 0 && !known.has(change.product_sku_id)
      ? [{ ...change.added, ...change, isNew: true, isRemoved: false, is_out_stock: false }]
      : [],
  )
  return [...there, ...added]
}

/** The changes with one more; what is as it stands in the subscription is no change. */
export function withItem(
  { subscription_order_item: items }: Items,
  changes: readonly ItemChange[],
  change: ItemChange,
): ItemChange[] {
  const others = changes.filter((one) => one.product_sku_id !== change.product_sku_id)
  const there = items.find((item) => item.product_sku_id === change.product_sku_id)
  const isSame = there ? there.quantity === change.quantity : change.quantity === 0
  return isSame ? others : [...others, change]
}

/** What is left of them, as it is sent. */
export const wantedItems = (shown: readonly ShownItem[]) =>
  shown
    .filter(({ isRemoved }) => !isRemoved)
    .map(({ product_sku_id, quantity, is_one_time }) => ({ product_sku_id, quantity, is_one_time }))
