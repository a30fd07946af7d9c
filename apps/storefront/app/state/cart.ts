import type { QuotedItem } from '@kushi/contract/quote'
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

export const isSameCartItem = (a: CartEntry, b: CartEntry) => a.id === b.id && a.subscription === b.subscription

export const itemsOfType = (items: readonly CartEntry[], type: CartType) =>
  items.filter((item) => item.subscription === type)

/**
 * What to do so that its cart contains only `chosen`: 'add' it, or 'nothing' if it is
 * there already. null: the cart has other items.
 */
export function buyNowStep(items: readonly CartEntry[], chosen: CartEntry): 'add' | 'nothing' | null {
  const there = items.filter(({ subscription }) => subscription === chosen.subscription)
  if (there.length === 0) return 'add'
  const isThere = there.length === 1 && isSameCartItem(there[0]!, chosen) && there[0]!.quantity === chosen.quantity
  return isThere ? 'nothing' : null
}

/** Number of pieces in both carts. */
export const totalQuantity = (items: readonly CartEntry[]) => items.reduce((sum, item) => sum + item.quantity, 0)

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
export const useCartCount = () => useStore(cartStore, (state) => totalQuantity(state.items))

/** The items of one kind, outside of components. */
export const cartItems = (type?: CartType) => {
  const { items } = cartStore.getState()
  return type === undefined ? items : itemsOfType(items, type)
}
