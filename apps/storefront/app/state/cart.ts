import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { type CartEntry, type CartType, countOf, itemsOfType } from './cart-items.ts'

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
