/** What other features use of `postcode`. */
export { listTowns } from './list-towns.ts'
