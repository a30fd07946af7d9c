/** What other features use of `abandonment`. */
export { endTracking, endTrackingStep, endTrackingValues } from './internal/end-tracking.ts'
export { loadSetting } from './load-setting.ts'
