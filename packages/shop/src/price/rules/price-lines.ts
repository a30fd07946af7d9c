import { priceOrder } from './price-order.ts'
import type { PricedLine, PricedSku } from './price-state.ts'

/** Prices of single lines as they lie in a cart (yen, tax included): no rank, no delivery, no fee. */
export function priceLines(lines: readonly PricedSku[]): readonly PricedLine[] {
  return priceOrder({
    lines,
    turn: 'first',
    rank_discount_rate: 0,
    delivery: { flat_rate_delivery_fee: 0 },
    delivery_free_amount: null,
    payment_fees: null,
    adjustment_amount: 0,
  }).lines
}
