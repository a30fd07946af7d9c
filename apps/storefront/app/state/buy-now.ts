import { buyNowStep, type CartEntry, cartItems } from './cart.ts'

let lastBought: CartEntry | null = null

/** Remembers the item of 今すぐ購入する for a customer who comes back from the form to its product page. */
export const rememberBuyNow = (entry: CartEntry | null): void => {
  lastBought = entry
}

/** Returns that item if it is of this product and still the only one in its cart; null: the page begins as usual. */
export const lastBoughtOf = (product_id: number): CartEntry | null =>
  lastBought?.product_id === product_id && buyNowStep(cartItems(), lastBought) === 'nothing' ? lastBought : null
