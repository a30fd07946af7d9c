/** The exports of `price-history` for other features. */
export { findProvenPrices, recordPrices } from './internal/price-history.ts'
