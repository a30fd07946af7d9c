/** What other features use of `extension`. */
export { askBefore } from './internal/ask-before.ts'
export { tellAfter } from './internal/tell-after.ts'
