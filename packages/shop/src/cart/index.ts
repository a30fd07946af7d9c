/** What other features use of `cart`. */
export { clearCart } from './internal/clear-cart.ts'
export { syncCart } from './sync-cart.ts'
