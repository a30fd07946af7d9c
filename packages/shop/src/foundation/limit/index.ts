/** What other features use of `limit`. */
export { addressSubject } from './internal/address-subject.ts'
export { consumeLimit, releaseLimitUse, tryLimit } from './take.ts'
