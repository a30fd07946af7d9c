import type { CartLine } from '@kushi/contract/quote'

/** カートの商品. `cart_item_id` is null while only this device knows of it. */
export interface CartEntry extends CartLine {
  cart_item_id: number | null
  /** By the link of a reminder: a member's own cart may hold it already. */
  is_restored?: boolean
}

/** 0 normal, 1 subscription. */
export type CartType = 0 | 1

const isSame = (a: CartEntry, b: CartEntry) => a.id === b.id && a.subscription === b.subscription

/** Adds an item: the same SKU bought the same way becomes one item, up to the limit per purchase. */
export function mergeItem(items: readonly CartEntry[], added: CartEntry): CartEntry[] {
  const there = items.find((item) => isSame(item, added))
  if (!there) return [...items, withQuantity(added, added.quantity)]
  const cart_item_id = added.cart_item_id ?? there.cart_item_id
  const merged = withQuantity({ ...added, cart_item_id }, there.quantity + added.quantity)
  return items.map((item) => (item === there ? merged : item))
}

/** The item with another quantity, at most its `sale_limit`. */
export function withQuantity(item: CartEntry, quantity: number): CartEntry {
  const fitting = Math.min(quantity, item.sale_limit)
  return { ...item, quantity: fitting, subtotal: item.price * fitting * (item.lump_sum_payment_num ?? 1) }
}

/** Whether so many more would be over the limit per purchase. */
export function isOverLimit(items: readonly CartEntry[], added: CartEntry): boolean {
  const there = items.find((item) => isSame(item, added))
  return (there?.quantity ?? 0) + added.quantity > added.sale_limit
}

export const itemsOfType = (items: readonly CartEntry[], type: CartType) =>
  items.filter((item) => item.subscription === type)

/** What makes `wanted`, and nothing else, of its kind of cart: to add it, or nothing, since it lies there. null: other things do. */
export function toHaveAlone(items: readonly CartEntry[], wanted: CartEntry): 'add' | 'nothing' | null {
  const there = items.filter(({ subscription }) => subscription === wanted.subscription)
  if (there.length === 0) return 'add'
  const isThere = there.length === 1 && isSame(there[0]!, wanted) && there[0]!.quantity === wanted.quantity
  return isThere ? 'nothing' : null
}

/** Pieces, over both kinds. */
export const countOf = (items: readonly CartEntry[]) => items.reduce((sum, item) => sum + item.quantity, 0)

/** What a login sends to the server: unknown to it, and in stock. */
export const unsynced = (items: readonly CartEntry[]) =>
  items.filter((item) => item.cart_item_id === null && !item.is_out_stock)

/** What is left of the local items once `sent` is safe on the server: only what came in between. */
export function withoutSent(
  items: readonly CartEntry[],
  sent: readonly { product_sku_id: number; subscription: number; quantity: number }[],
) {
  return unsynced(items).flatMap((item) => {
    const there = sent.find((one) => one.product_sku_id === item.id && one.subscription === item.subscription)
    const left = item.quantity - (there?.quantity ?? 0)
    return left > 0 ? [withQuantity(item, left)] : []
  })
}
