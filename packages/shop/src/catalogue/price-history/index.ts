/** What other features use of `price-history`. */
export { notePrices, provenPrices } from './internal/price-history.ts'
