import { maxPurchasePieces } from '@kushi/values/cart'
import { type CartEntry, isSameCartItem } from './cart.ts'

/** Adds an item. The same SKU bought the same way is merged, up to the limit per purchase. */
export function mergeItem(items: readonly CartEntry[], added: CartEntry): CartEntry[] {
  const there = items.find((item) => isSameCartItem(item, added))
  if (!there) return [...items, withQuantity(added, added.quantity)]
  const cart_item_id = added.cart_item_id ?? there.cart_item_id
  const merged = withQuantity({ ...added, cart_item_id }, there.quantity + added.quantity)
  return items.map((item) => (item === there ? merged : item))
}

/** The item with a new quantity, at most its `sale_limit`. */
export function withQuantity(item: CartEntry, quantity: number): CartEntry {
  const limited = Math.min(quantity, maxPurchasePieces(item))
  return { ...item, quantity: limited, subtotal: item.price * limited * (item.lump_sum_payment_num ?? 1) }
}

/** Whether adding the item would exceed the limit per purchase. */
export function isOverLimit(items: readonly CartEntry[], added: CartEntry): boolean {
  const there = items.find((item) => isSameCartItem(item, added))
  return (there?.quantity ?? 0) + added.quantity > maxPurchasePieces(added)
}

/** The items that a login sends to the server: unknown to the server, and in stock. */
export const unsyncedItems = (items: readonly CartEntry[]) =>
  items.filter((item) => item.cart_item_id === null && !item.is_out_stock)

/** The local items that remain after `sent` is stored on the server: only those added in between. */
export function withoutSent(
  items: readonly CartEntry[],
  sent: readonly { product_sku_id: number; subscription: number; quantity: number }[],
) {
  return unsyncedItems(items).flatMap((item) => {
    const there = sent.find((one) => one.product_sku_id === item.id && one.subscription === item.subscription)
    const left = item.quantity - (there?.quantity ?? 0)
    return left > 0 ? [withQuantity(item, left)] : []
  })
}
