import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { type CartEntry, type CartType, countOf, itemsOfType } from './cart-items.ts'

interface CartState {
  items: CartEntry[]
  /** The member whose cart the server has told; null: nobody's, or it is being asked. */
  customer_id: number | null
}

/** What is in the cart, of both kinds. Change it through `cart-actions.ts`, which tells the server too. */
export const cartStore = createStore<CartState>(() => ({ items: [], customer_id: null }))

export const setCartItems = (items: CartEntry[]) => cartStore.setState({ items })

/** All items; also right before hydration, where it is empty like the page from the server. */
export const useCartItems = () => useStore(cartStore, (state) => state.items)
export const useCartOwner = () => useStore(cartStore, (state) => state.customer_id)
export const useCartCount = () => useStore(cartStore, (state) => countOf(state.items))

/** The items of one kind, outside of components. */
export const cartItems = (type?: CartType) => {
  const { items } = cartStore.getState()
  return type === undefined ? items : itemsOfType(items, type)
}
