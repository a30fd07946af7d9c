/** What other features use of `cart`. */
export { clearCart } from './internal/clear-cart.ts'
export { endTracking } from './internal/end-tracking.ts'
export { forgetTrackings } from './internal/forget-trackings.ts'
export { loadSetting } from './load-setting.ts'
export { syncCart } from './sync-cart.ts'
