/** What other features use of `webhook`. */
export { announce, announceAll } from './internal/announce.ts'
