/** The exports of `limit` for other features. */

export { consumeLimit, releaseLimitUse, tryLimit } from './consume-limit.ts'
export { addressSubject } from './internal/address-subject.ts'
