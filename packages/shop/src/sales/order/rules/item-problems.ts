import type { FieldFailure } from '@kushi/contract/failure'
import { userMessage } from '@kushi/values/user-message'

interface ItemQuantity {
  product_sku_id: number
  quantity: number
}
interface Sku {
  id: number
  product_name: string
  stock: number
  sale_limit: number
  is_product_sku_valid: boolean
  lump_sum_payment_flag: boolean
  /** A set that has other parts now than in the order. */
  has_other_parts?: boolean
}
interface OrderedItem extends ItemQuantity {
  lump_sum_payment_flag: boolean
}

/** The problems of an order with these items, beside their fields. Pieces already sold need no stock. */
export function itemProblems(
  wanted: readonly ItemQuantity[],
  skus: readonly Sku[],
  sold: readonly OrderedItem[],
): FieldFailure[] {
  if (sold.some((item) => item.lump_sum_payment_flag))
    return [failure('items', '年払いの商品を含むご注文は、商品と数量、お届け先の都道府県、配送方法を変更できません。')]
  const has = (id: number) => sold.find((item) => item.product_sku_id === id)?.quantity ?? 0
  return wanted.flatMap(({ product_sku_id, quantity }, index) => {
    const at = `items.${index}`
    if (wanted.findIndex((one) => one.product_sku_id === product_sku_id) < index)
      return failure(`${at}.product_sku_id`, '同じ商品は1行にまとめてください。')
    const sku = skus.find(({ id }) => id === product_sku_id)
    if (!sku) return failure(`${at}.product_sku_id`, 'この商品は、販売していません。')
    const more = quantity - has(product_sku_id)
    if (more <= 0) return []
    if (sku.has_other_parts)
      return failure(`${at}.quantity`, 'このセットは、ご注文のあとに中身が変わったため、数を増やせません。')
    if (!sku.is_product_sku_valid) return failure(`${at}.product_sku_id`, 'いまは販売していないため、追加できません。')
    if (sku.lump_sum_payment_flag) return failure(`${at}.product_sku_id`, '年払いの商品は、追加できません。')
    if (quantity > sku.sale_limit) return failure(`${at}.quantity`, userMessage('sale_limit', sku.sale_limit))
    if (more > sku.stock) return failure(`${at}.quantity`, `在庫は、あと${Math.max(0, sku.stock)}点です。`)
    return []
  })
}

const failure = (path: string, message: string): FieldFailure => ({ path, message_id: 'cmn-err-002', message })
