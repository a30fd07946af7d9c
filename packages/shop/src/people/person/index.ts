/** The exports of `person` for other features. */

export { type AccountMatch, findAccountsOfSamePerson, type SamePersonAccounts } from './find-same-person.ts'
export { hashDestinationKeys } from './hash-destination-keys.ts'
export {
  isPaymentRefusedByWatch,
  orderRefusedError,
  refuseWatchedItems,
  refuseWatchedOrder,
  refuseWatchedPayment,
} from './refuse-watched.ts'
export { destinationText, houseText, type PersonAddress } from './rules/signs-of.ts'
export { storePersonSigns } from './store-person-signs.ts'
export { findWatchEffects, unwatchedBuyer, type WatchedBuyer } from './watched.ts'
