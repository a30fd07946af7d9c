import type { Replacement } from '@kushi/contract/admin/order'
import type { FieldFailure } from '@kushi/contract/failure'
import type { OrderStatus, ReplacementKind } from '@kushi/values/order-status'

interface OriginalItem {
  id: number
  product_sku_id: number
  quantity: number
}

/**
 * Returns the errors of a replacement, at their fields. `replaced`: pieces of each item that were replaced before.
 * `known`: SKUs that can be sent; `sets`: those of them that are sets.
 */
export function replacementProblems(
  { kind, items }: Pick<Replacement, 'kind' | 'items'>,
  sold: readonly OriginalItem[],
  replaced: ReadonlyMap<number, number>,
  { known, sets }: { known: ReadonlySet<number>; sets: ReadonlySet<number> },
): FieldFailure[] {
  return items.flatMap(({ order_item_id, product_sku_id, quantity }, index) => {
    const at = `items.${index}`
    const item = sold.find(({ id }) => id === order_item_id)
    if (!item) return failure(`${at}.order_item_id`, 'この注文の商品ではありません。')
    if (kind === 'resend' && product_sku_id !== item.product_sku_id)
      return failure(`${at}.product_sku_id`, '再送では、同じ商品をお送りします。ほかの商品は、交換をお選びください。')
    if (!known.has(product_sku_id)) return failure(`${at}.product_sku_id`, 'この商品は、取り扱いがありません。')
    if (sets.has(product_sku_id))
      return failure(`${at}.product_sku_id`, 'セットのままでは送れません。中の商品をお選びください。')
    const before = items.slice(0, index).filter((one) => one.order_item_id === order_item_id)
    const left = item.quantity - (replaced.get(item.id) ?? 0) - before.reduce((sum, one) => sum + one.quantity, 0)
    return quantity > left ? failure(`${at}.quantity`, `お送りできるのは、あと${left}点です。`) : []
  })
}

const failure = (path: string, message: string): FieldFailure => ({ path, message_id: 'cmn-err-002', message })

/**
 * Why items of an order can't be replaced (再送・交換), as text for the screen; null: they can. `left`: pieces that were not
 * replaced yet.
 */
export function replacementRefusal({
  status,
  left,
  is_withdrawn,
}: {
  status: OrderStatus
  left: number
  /** Its member has left. */
  is_withdrawn: boolean
}): string | null {
  if (is_withdrawn) return '退会されたお客様のため、再送・交換の注文を作れません。'
  if (status === 'cancelled') return 'キャンセル済みです。'
  if (status !== 'shipped' && status !== 'delivered' && status !== 'returned')
    return 'まだ発送していません。発送のあとに、再送・交換できます。'
  return left > 0 ? null : 'すべての商品を、再送・交換しています。'
}

interface Replacing {
  status: OrderStatus
  replacement_kind: ReplacementKind | null
  goods_back_at: Date | null
}

/** Why the returned items of a 再送・交換 can't be settled, as text for the screen; null: they can. */
export function returnSettlementRefusal({ status, replacement_kind, goods_back_at }: Replacing): string | null {
  if (replacement_kind === null) return '再送・交換のご注文ではありません。'
  if (status === 'cancelled') return 'キャンセル済みです。'
  return goods_back_at === null ? null : '戻った商品は、記録済みです。'
}
