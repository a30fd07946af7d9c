/** What other features use of `abandonment`. */
export { endTracking, endTrackingStep, endTrackingValues } from './internal/end-tracking.ts'
export { forgetTrackings } from './internal/forget-trackings.ts'
export { loadSetting } from './load-setting.ts'
