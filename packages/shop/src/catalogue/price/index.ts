/** What other features use of `price`. */
export {
  loadCartItems,
  loadSkuItems,
  loadSkuRows,
  neededSkus,
  type PriceContext,
  type SkuItem,
  type SkuPart,
  type StockedItem,
  skuItems,
  withPrices,
} from './internal/load-cart-items.ts'
export { loadPriceInput } from './internal/load-price-input.ts'
export { loadTerms } from './internal/load-terms.ts'
export { maxPiecesSql } from './internal/max-pieces-sql.ts'
export { loadPriceBook, type PriceBook } from './internal/price-book.ts'
export {
  type GrantedPromotion,
  giftItem,
  type PriceQuote,
  type QuoteRequest,
  quote,
  quoteDeliveries,
  quoteFrom,
} from './internal/quote.ts'
export { goodsKey, lowerTerms } from './rules/agreed-terms.ts'
export { cartProblems } from './rules/cart-problems.ts'
export { acceptsInserts, type Misfit } from './rules/choose-delivery.ts'
export { paymentFee } from './rules/payment-fee.ts'
export { priceOrder } from './rules/price-order.ts'
export type { PricedItem } from './rules/price-state.ts'
export { taxByRate } from './rules/tax-by-rate.ts'
