/** The exports of `postcode` for other features. */
export { loadTowns } from './list-towns.ts'
