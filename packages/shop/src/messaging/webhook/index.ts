/** What other features use of `webhook`. */
export { publishEvent, publishEvents } from './internal/announce.ts'
