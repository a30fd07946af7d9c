/** What other features use of `limit`. */
export { addressSubject } from './internal/address-subject.ts'
export { consumeLimit, refundLimit, tryLimit } from './take.ts'
