/** What other features use of `price-history`. */
export { findProvenPrices, recordPrices } from './internal/price-history.ts'
