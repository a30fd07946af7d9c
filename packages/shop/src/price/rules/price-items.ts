import { priceOrder } from './price-order.ts'
import type { PricedItem, PricedSku } from './price-state.ts'

/** Prices of single items in a cart (yen, tax included), without rank discount, delivery or fees. */
export function priceItems(items: readonly PricedSku[]): readonly PricedItem[] {
  return priceOrder({
    items,
    turn: 'first',
    rank_discount_rate: 0,
    delivery: { flat_rate_delivery_fee: 0 },
    delivery_free_amount: null,
    payment_fees: null,
    adjustment_amount: 0,
  }).items
}
