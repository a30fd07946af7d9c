/** What other features use of `limit`. */

export { consumeLimit, releaseLimitUse, tryLimit } from './consume-limit.ts'
export { addressSubject } from './internal/address-subject.ts'
