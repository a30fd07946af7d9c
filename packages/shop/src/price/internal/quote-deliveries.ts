import type { Yen } from '@kushi/values/yen'
import { type Misfit, misfitOf } from '../rules/choose-delivery.ts'
import { priceOrder } from '../rules/price-order.ts'
import type { PriceContext } from './load-cart-lines.ts'
import { loadPriceInput, type PriceRequest } from './load-price-input.ts'

export interface QuotedDelivery {
  id: number
  /** Yen, tax included, of this purchase by this method: free where the goods make it so. */
  delivery_fee: Yen
  misfit: Misfit | null
}

/** The shop's visible methods in their order, each as this purchase would go by it; `delivery_id`: by which it goes as it is asked. */
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
