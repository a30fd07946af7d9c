/** What other features use of `postcode`. */
export { townsOf } from './list-towns.ts'
