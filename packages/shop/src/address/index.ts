/** What other features use of `address`. */
export { maxAddresses } from './addresses.ts'
export { isSameAddress } from './rules/same-address.ts'
