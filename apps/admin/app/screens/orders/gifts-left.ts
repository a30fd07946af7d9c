import type { OrderDetail } from '@kushi/contract/admin/order'

type GiftOrder = {
  items: Pick<OrderDetail['items'][number], 'id' | 'product_name' | 'gift_promotion_id'>[]
  refundable: { items: Pick<OrderDetail['refundable']['items'][number], 'order_item_id' | 'amounts'>[] }
}

/** Gifts that stay with the buyer although all that was paid for comes back. `returnedPieces`: the pieces of an item that come back now. */
export function remainingGifts(
  { items, refundable }: GiftOrder,
  returnedPieces: (order_item_id: number) => number,
): string[] {
  const remainingPieces = (id: number) =>
    (refundable.items.find(({ order_item_id }) => order_item_id === id)?.amounts.length ?? 0) - returnedPieces(id)
  const remaining = items.filter(({ id }) => remainingPieces(id) > 0)
  const isGift = ({ gift_promotion_id }: GiftOrder['items'][number]) => gift_promotion_id !== null
  return remaining.every(isGift) ? remaining.map(({ product_name }) => product_name) : []
}
