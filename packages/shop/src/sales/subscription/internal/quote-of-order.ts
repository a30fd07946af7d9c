import { discountsOf } from '@kushi/values/promotion'
import type { PriceContext, PriceQuote } from '../../../catalogue/price/index.ts'
import { boughtOf, loadItems, type OrderRow, orderAmounts } from '../../order/index.ts'

/** An arranged delivery costs what its order states, even if the catalogue has changed since. */
export async function quoteOfOrder({ db }: PriceContext, quoted: PriceQuote, order: OrderRow): Promise<PriceQuote> {
  const sold = await loadItems(db, order)
  const bought = boughtOf(sold)
  const gifts = quoted.summary.gifts.filter((gift) =>
    sold.some(({ gift_promotion_id }) => gift_promotion_id === gift.gift_promotion_id),
  )
  const items = quoted.items.map((item) => {
    const copy = bought.find((one) => one.product_sku_id === item.id)
    return copy ? { ...item, ...copy, id: item.id } : item
  })
  const { bundled_flag } = order
  return {
    ...quoted,
    items,
    summary: { ...quoted.summary, ...orderAmounts(order), discounts: discountsOf(sold), gifts, bundled_flag },
  }
}
