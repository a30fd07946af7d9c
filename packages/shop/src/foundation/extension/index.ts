/** What other features use of `extension`. */
export { askBefore, notifyAfter } from './internal/hooks.ts'
export { hasExtensionSettings } from './registered.ts'
