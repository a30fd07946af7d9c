import type { FieldFailure } from '@kushi/contract/failure'
import { setPartLimitText, stockPiecesBySku } from '@kushi/values/product-set'
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
  /** Of a set. */
  parts?: readonly { product_sku_id: number; name: string; pieces: number; sale_limit: number }[]
  /** A set that has other parts now than in the order. */
  has_other_parts?: boolean
}
interface OrderedItem extends ItemQuantity {
  lump_sum_payment_flag: boolean
  /** Of a set, of all its pieces. */
  parts?: readonly (ItemQuantity & { set_name: string | null })[]
}

/** The problems of an order with these items, beside their fields. Pieces already sold need no stock. */
export function orderItemProblems(
  wanted: readonly ItemQuantity[],
  skus: readonly Sku[],
  sold: readonly OrderedItem[],
): FieldFailure[] {
  if (sold.some((item) => item.lump_sum_payment_flag))
    return [failure('items', '年払いの商品を含むご注文は、商品と数量、お届け先の都道府県、配送方法を変更できません。')]
  const has = (id: number) => sold.find((item) => item.product_sku_id === id)?.quantity ?? 0
  const skuOf = (wantedId: number) => skus.find(({ id }) => id === wantedId)
  const taken = stockPiecesBySku(
    wanted.map(({ product_sku_id: id, quantity }) => ({ id, quantity, parts: skuOf(id)?.parts ?? [] })),
  )
  const split = splitSets(wanted, sold)
  if (split.length > 0) return split
  return wanted.flatMap(({ product_sku_id, quantity }, index) => {
    const at = `items.${index}`
    if (wanted.findIndex((one) => one.product_sku_id === product_sku_id) < index)
      return failure(`${at}.product_sku_id`, '同じ商品は1行にまとめてください。')
    const sku = skuOf(product_sku_id)
    if (!sku) return failure(`${at}.product_sku_id`, 'この商品は、販売していません。')
    const more = quantity - has(product_sku_id)
    if (more <= 0) return []
    if (sku.has_other_parts)
      return failure(`${at}.quantity`, 'このセットは、ご注文のあとに中身が変わったため、数を増やせません。')
    if (!sku.is_product_sku_valid) return failure(`${at}.product_sku_id`, 'いまは販売していないため、追加できません。')
    if (sku.lump_sum_payment_flag) return failure(`${at}.product_sku_id`, '年払いの商品は、追加できません。')
    if (quantity > sku.sale_limit) return failure(`${at}.quantity`, userMessage('sale_limit', sku.sale_limit))
    const alone = { product_sku_id, name: sku.product_name, sale_limit: sku.sale_limit }
    const over = (sku.parts?.length ? sku.parts : [alone]).find(
      (part) => (taken.get(part.product_sku_id) ?? 0) > part.sale_limit,
    )
    if (over) return failure(`${at}.quantity`, setPartLimitText(over))
    if (more > sku.stock) return failure(`${at}.quantity`, `在庫は、あと${Math.max(0, sku.stock)}点です。`)
    return []
  })
}

/**
 * Sets of the order that come back as their parts, as an order names them: they would be dissolved and priced one by one.
 * So many more of each part than were bought by themselves, that a set could be made of them.
 */
const splitSets = (wanted: readonly ItemQuantity[], sold: readonly OrderedItem[]): FieldFailure[] =>
  sold.flatMap(({ product_sku_id: set, quantity: sets, parts = [] }) => {
    if (parts.length === 0 || wanted.some(({ product_sku_id }) => product_sku_id === set)) return []
    const pieces = (all: readonly ItemQuantity[], id: number) =>
      all.reduce((sum, one) => sum + (one.product_sku_id === id ? one.quantity : 0), 0)
    const isWhole = parts.every(
      ({ product_sku_id, quantity }) =>
        pieces(wanted, product_sku_id) - pieces(sold, product_sku_id) >= quantity / sets,
    )
    if (!isWhole) return []
    const at = wanted.findIndex(({ product_sku_id }) => product_sku_id === parts[0]!.product_sku_id)
    return failure(
      `items.${at}.product_sku_id`,
      `ご注文のセット「${parts[0]!.set_name}」の中身です。中身に分けず、セットのまま(product_sku_id: ${set})ご指定ください。`,
    )
  })

const failure = (path: string, message: string): FieldFailure => ({ path, message_id: 'cmn-err-002', message })
