import type { OrderStatus } from '@kushi/values/order-status'
import type { ReplacementKind } from '@kushi/values/replacement'

/**
 * Why items of an order can't be replaced (再送・交換), as text for the screen; null: they can. `left`: pieces that were not
 * replaced yet.
 */
export function replaceRefusal({ status, left }: { status: OrderStatus; left: number }): string | null {
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
export function goodsBackRefusal({ status, replacement_kind, goods_back_at }: Replacing): string | null {
  if (replacement_kind === null) return '再送・交換のご注文ではありません。'
  if (status === 'cancelled') return 'キャンセル済みです。'
  return goods_back_at === null ? null : '戻った商品は、記録済みです。'
}
