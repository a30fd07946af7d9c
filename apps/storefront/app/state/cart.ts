import type { QuotedItem } from '@kushi/contract/quote'
import { mostPieces } from '@kushi/values/cart'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** カートの商品. `cart_item_id` is null while only this device knows the item. */
export interface CartEntry extends QuotedItem {
  cart_item_id: number | null
  /** Restored by the link of a reminder, so the member's own cart may already contain it. */
  is_restored?: boolean
}

/** 0 normal, 1 subscription. */
export type CartType = 0 | 1

const isSame = (a: CartEntry, b: CartEntry) => a.id === b.id && a.subscription === b.subscription

/** Adds an item. The same SKU bought the same way is merged, up to the limit per purchase. */
export function mergeItem(items: readonly CartEntry[], added: CartEntry): CartEntry[] {
  const there = items.find((item) => isSame(item, added))
  if (!there) return [...items, withQuantity(added, added.quantity)]
  const cart_item_id = added.cart_item_id ?? there.cart_item_id
  const merged = withQuantity({ ...added, cart_item_id }, there.quantity + added.quantity)
  return items.map((item) => (item === there ? merged : item))
}

/** The item with a new quantity, at most its `sale_limit`. */
export function withQuantity(item: CartEntry, quantity: number): CartEntry {
  const fitting = Math.min(quantity, mostPieces(item))
  return { ...item, quantity: fitting, subtotal: item.price * fitting * (item.lump_sum_payment_num ?? 1) }
}

/** Whether adding the item would exceed the limit per purchase. */
export function isOverLimit(items: readonly CartEntry[], added: CartEntry): boolean {
  const there = items.find((item) => isSame(item, added))
  return (there?.quantity ?? 0) + added.quantity > mostPieces(added)
}

export const itemsOfType = (items: readonly CartEntry[], type: CartType) =>
  items.filter((item) => item.subscription === type)

/**
 * What to do so that its cart contains only `wanted`: 'add' it, or 'nothing' if it is
 * there already. null: the cart has other items.
 */
export function toHaveAlone(items: readonly CartEntry[], wanted: CartEntry): 'add' | 'nothing' | null {
  const there = items.filter(({ subscription }) => subscription === wanted.subscription)
  if (there.length === 0) return 'add'
  const isThere = there.length === 1 && isSame(there[0]!, wanted) && there[0]!.quantity === wanted.quantity
  return isThere ? 'nothing' : null
}

/** Number of pieces in both carts. */
export const countOf = (items: readonly CartEntry[]) => items.reduce((sum, item) => sum + item.quantity, 0)

/** The items that a login sends to the server: unknown to the server, and in stock. */
export const unsynced = (items: readonly CartEntry[]) =>
  items.filter((item) => item.cart_item_id === null && !item.is_out_stock)

/** The local items that remain after `sent` is stored on the server: only those added in between. */
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

interface CartState {
  items: CartEntry[]
  /** The member whose cart is loaded from the server; null: a guest's cart, or it is being loaded. */
  customer_id: number | null
}

/** The items of both carts. Change them only by `cart-actions.ts`, which also updates the server. */
export const cartStore = createStore<CartState>(() => ({ items: [], customer_id: null }))

export const setCartItems = (items: CartEntry[]) => cartStore.setState({ items })

/** All items. During hydration it is empty, like the page from the server. */
export const useCartItems = () => useStore(cartStore, (state) => state.items)
export const useCartOwner = () => useStore(cartStore, (state) => state.customer_id)
export const useCartCount = () => useStore(cartStore, (state) => countOf(state.items))

/** The items of one kind, outside of components. */
export const cartItems = (type?: CartType) => {
  const { items } = cartStore.getState()
  return type === undefined ? items : itemsOfType(items, type)
}
