/** What other features use of `limit`. */
export { addressSubject } from './internal/address-subject.ts'
export { giveBackLimit, takeLimit, tryLimit } from './take.ts'
