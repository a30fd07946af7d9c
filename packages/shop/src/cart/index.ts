/** What other features use of `cart`. */
export { clearCartSteps, clearCartValues } from './internal/clear-cart.ts'
export { syncCart } from './sync-cart.ts'
