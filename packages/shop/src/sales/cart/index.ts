/** The exports of `cart` for other features. */
export { clearCart } from './internal/clear-cart.ts'
export { endCartReminders } from './internal/end-tracking.ts'
export { deleteCartTrackings } from './internal/forget-trackings.ts'
export { loadAbandonmentSetting } from './load-setting.ts'
export { syncCart } from './sync-cart.ts'
