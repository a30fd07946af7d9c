import { boughtSkuId, groupBoughtRows, type SoldSet } from '@kushi/values/product-set'
import { listDiscounts } from '@kushi/values/promotion'
import type { PriceContext, PriceQuote, StockedItem } from '../../../catalogue/price/index.ts'
import { type ItemRow, loadOrderItems, type OrderRow, pickOrderAmounts, soldSetParts } from '../../order/index.ts'

/** Returns the quote with the prices of the delivery's order, which stay even if the catalogue has changed since. */
export async function quoteFromOrder({ db }: PriceContext, quoted: PriceQuote, order: OrderRow): Promise<PriceQuote> {
  const sold = await loadOrderItems(db, order)
  const bought = groupBoughtRows(sold)
  const gifts = quoted.summary.gifts.filter((gift) =>
    sold.some(({ gift_promotion_id }) => gift_promotion_id === gift.gift_promotion_id),
  )
  const items = quoted.items.map((item) => {
    const copy = bought.find((goods) => boughtSkuId(goods) === item.id)
    if (!copy) return item
    return copy.set ? setOfOrder(item, copy.set) : { ...item, ...copy.item, id: item.id }
  })
  const { bundled_flag } = order
  return {
    ...quoted,
    items,
    summary: { ...quoted.summary, ...pickOrderAmounts(order), discounts: listDiscounts(sold), gifts, bundled_flag },
  }
}

/** A set as its order has it: as the sum of its parts. */
function setOfOrder(item: StockedItem, set: SoldSet<ItemRow>): StockedItem {
  const { quantity, price, subtotal, parts } = set
  const sum = (of: 'discount_amount' | 'point_discount') => parts.reduce((total, part) => total + part[of], 0)
  const promotions = Map.groupBy(
    parts.flatMap((part) => part.promotions),
    ({ promotion_id }) => promotion_id,
  )
  return {
    ...item,
    quantity,
    price,
    subtotal,
    discount_amount: sum('discount_amount'),
    point_discount: sum('point_discount'),
    promotions: [...promotions.values()].map((same) => ({
      ...same[0]!,
      discount_amount: same.reduce((total, one) => total + one.discount_amount, 0),
    })),
    parts: soldSetParts(set),
  }
}
