import { SALE_TYPE } from '@kushi/values/product'
import type { Yen } from '@kushi/values/yen'

interface Prices {
  price: Yen
  subscription_first_price: Yen | null
  subscription_price: Yen | null
}

/**
 * Subscription prices per piece, of the first delivery and of each later one; null if the product has no subscription.
 */
export function subscriptionPrices(saleType: number, sku: Prices): Omit<Prices, 'price'> {
  if (saleType === SALE_TYPE.normal) return { subscription_first_price: null, subscription_price: null }
  const subscription_price = sku.subscription_price ?? sku.price
  return { subscription_first_price: sku.subscription_first_price ?? subscription_price, subscription_price }
}
