import { discountsOf } from '@kushi/values/promotion'
import type { PriceContext, PriceQuote } from '../../../catalogue/price/index.ts'
import { loadItems, type OrderRow, orderAmounts } from '../../order/index.ts'

/** An arranged delivery costs what its order states, even if the catalogue has changed since. */
export async function quoteOfOrder({ db }: PriceContext, quoted: PriceQuote, order: OrderRow): Promise<PriceQuote> {
  const sold = await loadItems(db, order)
  const items = quoted.items.map((item) => {
    const copy = sold.find((one) => one.product_sku_id === item.id)
    return copy ? { ...item, ...copy, id: item.id } : item
  })
  const { bundled_flag } = order
  return {
    ...quoted,
    items,
    summary: { ...quoted.summary, ...orderAmounts(order), discounts: discountsOf(sold), bundled_flag },
  }
}
