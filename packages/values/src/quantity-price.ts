import type { Yen } from './yen.ts'

/** A volume discount (数量割引): the price per piece from this number of pieces of a SKU in one cart. */
export interface QuantityPrice {
  from_pieces: number
  price: Yen
  /** The price in each delivery of a 定期便; null: the same as with fewer pieces. */
  subscription_price: Yen | null
}

interface SkuPrices {
  price: Yen
  subscription_first_price: Yen | null
  subscription_price: Yen | null
}

const reachedOf = (steps: readonly QuantityPrice[], pieces: number) =>
  steps.filter(({ from_pieces }) => from_pieces <= pieces)

/** Returns the prices per piece for this number of pieces. They never exceed the prices of a single piece. */
export function pricesAtQuantity(
  sku: SkuPrices & { quantity_prices: readonly QuantityPrice[] },
  pieces: number,
): SkuPrices {
  const reached = reachedOf(sku.quantity_prices, pieces)
  if (!reached[0]) return sku
  const { price, subscription_first_price: first } = sku
  const now = Math.min(
    sku.subscription_price ?? price,
    ...reached.map(({ subscription_price }) => subscription_price ?? Number.POSITIVE_INFINITY),
  )
  return {
    price: Math.min(price, ...reached.map((step) => step.price)),
    // A 数量割引 never makes the first delivery more expensive than a later one.
    subscription_first_price: first && Math.min(first, now),
    subscription_price: now,
  }
}

/**
 * Returns the number of pieces from which the subscription price for `pieces` applies; 1 if it does not depend on the
 * number.
 */
export const subscriptionPriceFromPieces = (
  { quantity_prices }: { quantity_prices: readonly QuantityPrice[] },
  pieces: number,
) =>
  reachedOf(quantity_prices, pieces).findLast(({ subscription_price }) => subscription_price !== null)?.from_pieces ?? 1
