/** What other features use of `postcode`. */
export { loadTowns } from './list-towns.ts'
