/** The exports of `webhook` for other features. */
export { publishEvent, publishEvents } from './internal/announce.ts'
