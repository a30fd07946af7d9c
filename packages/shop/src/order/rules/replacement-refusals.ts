import type { OrderStatus } from '@kushi/values/order-status'
import type { ReplacementKind } from '@kushi/values/replacement'

/** Why goods of an order can't be sent again (再送・交換), ready to show; null: they can. `left`: pieces that were not sent again yet. */
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

/** Why what came back for a 再送・交換 can't be settled, ready to show; null: it can. */
export function goodsBackRefusal({ status, replacement_kind, goods_back_at }: Replacing): string | null {
  if (replacement_kind === null) return '再送・交換のご注文ではありません。'
  if (status === 'cancelled') return 'キャンセル済みです。'
  return goods_back_at === null ? null : '戻った商品は、記録済みです。'
}
