import { MAX_SALE_LIMIT } from '@kushi/values/limits'
import type { ItemChange, ShownItem } from '../../../form/subscription-items.ts'
import type { PricedProduct, PricedSku } from '../priced.ts'

interface Wanted {
  product: Pick<PricedProduct, 'product_name' | 'product_image'>
  sku: PricedSku | undefined
  /** The items of the subscription, with all changes in the draft. */
  shown: readonly ShownItem[]
  wanted: number
  isOneTime: boolean
}

/** A SKU occurs only once in a subscription. Adding an existing one increases its quantity and keeps its frequency. */
export function addition({ product, sku, shown, wanted, isOneTime }: Wanted) {
  if (!sku) return { change: null, there: undefined, max: 0, quantity: 0 }
  const there = shown.find((item) => item.product_sku_id === sku.id && !item.isRemoved)
  const limit = Math.min(sku.sale_limit, MAX_SALE_LIMIT)
  const max = limit - (there?.quantity ?? 0)
  const quantity = Math.max(1, Math.min(wanted, max))
  const { set_item_name1, set_item_name2, sale_limit } = sku
  const isKnown = shown.some((item) => item.product_sku_id === sku.id && !item.isNew)
  const change: ItemChange = {
    product_sku_id: sku.id,
    quantity: Math.min((there?.quantity ?? 0) + quantity, MAX_SALE_LIMIT),
    is_one_time: there ? there.is_one_time : isOneTime,
    added: isKnown
      ? null
      : {
          product_name: product.product_name,
          product_image: product.product_image[0]?.path ?? '',
          ...{ set_item_name1, set_item_name2, sale_limit },
          price: sku.subscription_price ?? sku.price,
        },
  }
  return { change, there, max, quantity }
}
