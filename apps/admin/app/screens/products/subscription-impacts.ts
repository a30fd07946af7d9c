import type { ProductEdit, ProductInput } from '@kushi/contract/admin/product'
import { api } from '../../api.ts'
import { sayNumber } from '../../ui/time.tsx'

/** A SKU whose change affects running subscriptions. */
export interface SubscriptionImpact {
  product_code: string
  subscriptions: number
  /** true: the SKU will not be sold any more. false: its price changes. */
  isRemoved: boolean
}

const prices = ['price', 'subscription_first_price', 'subscription_price'] as const

/** Returns the changed SKUs that affect running subscriptions. The server counts the subscriptions. */
export async function subscriptionImpacts(before: ProductEdit, after: ProductInput): Promise<SubscriptionImpact[]> {
  const changed = before.skus.flatMap((sku) => {
    const next = after.skus.find(({ id }) => id === sku.id)
    const wasSold = before.visible && sku.visible && before.sale_type !== 1
    const isRemoved = wasSold && !(after.visible && next?.visible && after.sale_type !== 1)
    const isRepriced = prices.some((name) => next?.[name] !== sku[name])
    return isRemoved || isRepriced ? [{ id: sku.id, product_code: sku.product_code, isRemoved }] : []
  })
  if (changed.length === 0) return []
  const { items } = await api('GET /admin/v1/products/{id}/subscriptions', { params: { id: before.id } })
  return changed.flatMap(({ id, ...one }) => {
    const found = items.find(({ product_sku_id }) => product_sku_id === id)
    return found ? [{ ...one, subscriptions: found.subscriptions }] : []
  })
}

export const impactText = ({ product_code, subscriptions, isRemoved }: SubscriptionImpact): string =>
  isRemoved
    ? `${product_code}: 続いている定期便${sayNumber(subscriptions)}件に入っています。販売をやめると、次のお届けから手配できなくなり、お客様に商品の変更をお願いすることになります。`
    : `${product_code}: 続いている定期便${sayNumber(subscriptions)}件は、お約束した価格のままお届けします(新しい価格のほうが安いときは、新しい価格になります)。`
