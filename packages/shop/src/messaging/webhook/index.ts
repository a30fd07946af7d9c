/** What other features use of `webhook`. */
export { announce, announceAll, announceStep, announceValues } from './internal/announce.ts'
