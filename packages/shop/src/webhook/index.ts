/** What other features use of `webhook`. */
export { announce } from './internal/announce.ts'
