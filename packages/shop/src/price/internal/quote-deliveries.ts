import type { Yen } from '@kushi/values/yen'
import { type Misfit, misfitOf } from '../rules/choose-delivery.ts'
import { priceOrder } from '../rules/price-order.ts'
import type { PriceContext } from './load-cart-items.ts'
import { loadPriceInput, type PriceRequest } from './load-price-input.ts'

export interface QuotedDelivery {
  id: number
  /** Yen, tax included, for this purchase by this method; 0 where delivery is free. */
  delivery_fee: Yen
  misfit: Misfit | null
}

/**
 * Returns the shop's visible methods in their order, each priced for this purchase. `delivery_id`: the method that the
 * request results in.
 */
export async function quoteDeliveries(
  ctx: PriceContext,
  request: PriceRequest,
): Promise<{ delivery_id: number; deliveries: QuotedDelivery[] }> {
  const { input, delivery, deliveries, parcel } = await loadPriceInput(ctx, request)
  return {
    delivery_id: delivery.id,
    deliveries: deliveries.map((one) => ({
      id: one.id,
      delivery_fee: priceOrder({ ...input, delivery: one }).amounts.delivery_fee,
      misfit: misfitOf(one, parcel),
    })),
  }
}
