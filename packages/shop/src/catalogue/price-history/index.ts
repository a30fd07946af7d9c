/** What other features use of `price-history`. */
export { provenPrices, recordPrices } from './internal/price-history.ts'
