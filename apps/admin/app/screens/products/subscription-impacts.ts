import type { ProductEdit, ProductInput } from '@kushi/contract/admin/product'
import type { SetPart } from '@kushi/values/product-set'
import { api } from '../../api.ts'
import { formatNumber } from '../../ui/time.tsx'

/** A SKU whose change affects running subscriptions. */
export interface SubscriptionImpact {
  product_code: string
  subscriptions: number
  /** It will not be sold any more, becomes a set, is a set of other goods, or has another price. */
  effect: SubscriptionEffect
}

type SubscriptionEffect = 'removed' | 'made_set' | 'other_parts' | 'repriced'

const contentsOf = (parts: readonly SetPart[]) =>
  parts
    .map(({ product_sku_id, pieces }) => `${product_sku_id}:${pieces}`)
    .sort()
    .join()
const prices = ['price', 'subscription_first_price', 'subscription_price'] as const

/** Returns the changed SKUs that affect running subscriptions. The server counts the subscriptions. */
export async function subscriptionImpacts(before: ProductEdit, after: ProductInput): Promise<SubscriptionImpact[]> {
  const changed = before.skus.flatMap((sku): { id: number; product_code: string; effect: SubscriptionEffect }[] => {
    const next = after.skus.find(({ id }) => id === sku.id)
    const of = { id: sku.id, product_code: sku.product_code }
    const wasSold = before.visible && sku.visible && before.sale_type !== 1
    if (wasSold && !(after.visible && next?.visible && after.sale_type !== 1)) return [{ ...of, effect: 'removed' }]
    const { parts = [] } = sku
    if (next?.parts && contentsOf(next.parts) !== contentsOf(parts))
      return [{ ...of, effect: parts.length === 0 ? 'made_set' : 'other_parts' }]
    return prices.some((name) => next?.[name] !== sku[name]) ? [{ ...of, effect: 'repriced' }] : []
  })
  if (changed.length === 0) return []
  const { items } = await api('GET /admin/v1/products/{id}/subscriptions', { params: { id: before.id } })
  return changed.flatMap(({ id, ...one }) => {
    const found = items.find(({ product_sku_id }) => product_sku_id === id)
    return found ? [{ ...one, subscriptions: found.subscriptions }] : []
  })
}

export const impactText = ({ product_code, subscriptions, effect }: SubscriptionImpact): string =>
  `${product_code}: 続いている定期便${formatNumber(subscriptions)}件${EFFECT_TEXTS[effect]}`

const EFFECT_TEXTS: Record<SubscriptionEffect, string> = {
  removed:
    'に入っています。販売をやめると、次のお届けから手配できなくなり、お客様に商品の変更をお願いすることになります。',
  made_set: 'も、次の手配から、この中身でお届けします。',
  other_parts:
    'は、お約束した中身のままお届けします。新しい中身にするには、定期便の一覧の「まとめて変更」の「商品を入れ替える」で、両方にこのセットを選びます。',
  repriced: 'は、お約束した価格のままお届けします(新しい価格のほうが安いときは、新しい価格になります)。',
}
