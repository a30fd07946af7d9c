import { type CartEntry, cartItems, withoutOthers } from './cart.ts'

let bought: CartEntry | null = null

/** Remembers the item of 今すぐ購入する for a customer who comes back from the form to its product page. */
export const rememberBuyNow = (entry: CartEntry | null): void => {
  bought = entry
}

/** Returns that item if it is of this product and still the only one in its cart; null: the page begins as usual. */
export const boughtNow = (product_id: number): CartEntry | null =>
  bought?.product_id === product_id && withoutOthers(cartItems(), bought) === 'nothing' ? bought : null
