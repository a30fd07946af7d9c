/** What other features use of `person`. */
export { hashDestinationKeys } from './find-address-key.ts'
export { type AccountMatch, findAccountsOfSamePerson, type SamePersonAccounts } from './find-same-person.ts'
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
