/** What other features use of `extension`. */
export { askBefore, tellAfter } from './internal/hooks.ts'
