/** What other features use of `address`. */
export { maxAddresses } from './add-address.ts'
export { isSameAddress } from './rules/same-address.ts'
