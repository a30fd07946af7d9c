/** The exports of `price` for other features. */
export {
  buildSkuItems,
  joinItemPrices,
  loadCartItems,
  loadSkuItems,
  loadSkuRows,
  type PriceContext,
  requiredSkuIds,
  type SkuItem,
  type SkuPart,
  type StockedItem,
} from './internal/load-cart-items.ts'
export { loadPriceInput } from './internal/load-price-input.ts'
export { loadShopPriceTerms } from './internal/load-terms.ts'
export { maxPiecesSql } from './internal/max-pieces-sql.ts'
export { loadPriceBook, type PriceBook } from './internal/price-book.ts'
export {
  type GrantedPromotion,
  type PriceQuote,
  type QuoteRequest,
  quoteDeliveryMethods,
  quotedGift,
  quoteFromBook,
  quotePurchase,
} from './internal/quote.ts'
export { agreedGoodsKey, betterPriceTerms } from './rules/agreed-terms.ts'
export { cartProblems } from './rules/cart-problems.ts'
export { acceptsInserts, type DeliveryMisfit } from './rules/choose-delivery.ts'
export { deliveryMethodsWithFees } from './rules/delivery-fees.ts'
export { paymentFee } from './rules/payment-fee.ts'
export { priceOrder } from './rules/price-order.ts'
export type { PricedItem } from './rules/price-state.ts'
export { taxByRate } from './rules/tax-by-rate.ts'
