/** What other features use of `person`. */
export { findAddressKeys } from './find-address-key.ts'
export { type AccountMatch, findSamePerson, type SamePerson } from './find-same-person.ts'
export {
  isWatchedPayment,
  orderRefused,
  refuseWatched,
  refuseWatchedItems,
  refuseWatchedPayment,
} from './refuse-watched.ts'
export { destinationText, houseText, type PersonAddress } from './rules/signs-of.ts'
export { storePersonSigns } from './store-person-signs.ts'
export { notWatched, type WatchedBuyer, watchedBuyer } from './watched.ts'
