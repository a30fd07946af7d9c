/** What other features use of `cart`. */
export { clearCartSteps, clearCartValues } from './internal/clear-cart.ts'
export { endTracking, endTrackingStep, endTrackingValues } from './internal/end-tracking.ts'
export { forgetTrackings } from './internal/forget-trackings.ts'
export { loadSetting } from './load-setting.ts'
export { syncCart } from './sync-cart.ts'
