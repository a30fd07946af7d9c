import type { Yen } from './yen.ts'

/** 数量割引: the price of each piece from so many pieces of a SKU on, in one cart. */
export interface QuantityPrice {
  from_pieces: number
  price: Yen
  /** Of each delivery of a 定期便; null: as with fewer pieces. */
  subscription_price: Yen | null
}

interface SkuPrices {
  price: Yen
  subscription_first_price: Yen | null
  subscription_price: Yen | null
}

const stepOf = (steps: readonly QuantityPrice[], pieces: number): QuantityPrice | undefined =>
  steps.findLast(({ from_pieces }) => from_pieces <= pieces)

/** The last one that says something about 定期便. */
const subscriptionStepOf = (steps: readonly QuantityPrice[], pieces: number) =>
  stepOf(
    steps.filter(({ subscription_price }) => subscription_price !== null),
    pieces,
  )

/** The prices of one of so many pieces; never more than those of a single one. */
export function pricesAt(sku: SkuPrices & { quantity_prices: readonly QuantityPrice[] }, pieces: number): SkuPrices {
  const { price, subscription_first_price, subscription_price, quantity_prices } = sku
  const once = stepOf(quantity_prices, pieces)
  if (!once) return { price, subscription_first_price, subscription_price }
  const following = subscription_price ?? price
  const now = Math.min(following, subscriptionStepOf(quantity_prices, pieces)?.subscription_price ?? following)
  return {
    price: Math.min(price, once.price),
    // The first delivery never costs more than a later one because of it.
    subscription_first_price: subscription_first_price === null ? null : Math.min(subscription_first_price, now),
    subscription_price: now,
  }
}

/** From how many pieces on the subscription price of so many holds; 1: it does not depend on their number. */
export const promisedFrom = (sku: { quantity_prices: readonly QuantityPrice[] }, pieces: number): number =>
  subscriptionStepOf(sku.quantity_prices, pieces)?.from_pieces ?? 1
