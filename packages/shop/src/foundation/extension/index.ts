/** What other features use of `extension`. */
export { queueAfterHooks, runBeforeHooks } from './internal/hooks.ts'
export { hasExtensionSettings } from './registered.ts'
