/** The exports of `extension` for other features. */
export { queueAfterHooks, runBeforeHooks } from './internal/hooks.ts'
export { hasExtensionSettings } from './registered.ts'
