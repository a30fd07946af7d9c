import type { Subscription, SubscriptionOrderItem } from '@kushi/contract/subscription'

/** The fields that the screen shows for an item that is not in the subscription yet. */
export type AddedItem = Pick<
  SubscriptionOrderItem,
  'product_name' | 'set_item_name1' | 'set_item_name2' | 'product_image' | 'sale_limit' | 'price'
>

/**
 * The wanted state of one item. Only changes are stored, so that changes from another device in the meantime are kept.
 */
export interface ItemChange {
  product_sku_id: number
  /** 0: removed. */
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
  /** Removed, but can be restored. */
  isRemoved: boolean
  is_out_stock: boolean
}

type Items = Pick<Subscription, 'subscription_order_item'>

/** The items with the changes applied: existing items in their order, then added ones. */
export function itemsWith({ subscription_order_item: items }: Items, changes: readonly ItemChange[]): ShownItem[] {
  const existingItems = items.map((item) => {
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
  return [...existingItems, ...added]
}

/** Adds a change to the list. A value equal to the subscription's own removes the change. */
export function withItem(
  { subscription_order_item: items }: Items,
  changes: readonly ItemChange[],
  change: ItemChange,
): ItemChange[] {
  const others = changes.filter((one) => one.product_sku_id !== change.product_sku_id)
  const existing = items.find((item) => item.product_sku_id === change.product_sku_id)
  const isSame = existing ? existing.quantity === change.quantity : change.quantity === 0
  return isSame ? others : [...others, change]
}

/** The remaining items, as they are sent. */
export const itemsInput = (shown: readonly ShownItem[]) =>
  shown
    .filter(({ isRemoved }) => !isRemoved)
    .map(({ product_sku_id, quantity, is_one_time }) => ({ product_sku_id, quantity, is_one_time }))
