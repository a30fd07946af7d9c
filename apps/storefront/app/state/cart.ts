import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { type CartEntry, type CartType, countOf, itemsOfType } from './cart-items.ts'

interface CartState {
  items: CartEntry[]
  /** false until local storage was read (and, for a member, the server asked). */
  is_ready: boolean
}

/** What is in the cart, of both kinds. Change it through `cart-actions.ts`, which tells the server too. */
export const cartStore = createStore<CartState>(() => ({ items: [], is_ready: false }))

export const setCartItems = (items: CartEntry[]) => cartStore.setState({ items })

/** All items; also right before hydration, where it is empty like the page from the server. */
export const useCartItems = () => useStore(cartStore, (state) => state.items)
export const useCartCount = () => useStore(cartStore, (state) => countOf(state.items))

/** The items of one kind, outside of components. */
export const cartItems = (type?: CartType) => {
  const { items } = cartStore.getState()
  return type === undefined ? items : itemsOfType(items, type)
}
