import type { OrderTableRow } from '@kushi/contract/product'
import { maxPurchasePieces } from '@kushi/values/cart'
import { wrapInQuoteMarks } from '@kushi/values/price'
import { itemName } from '@kushi/values/product'

/** The text of each field, by SKU. */
export type Quantities = Record<number, string>

const maxQuantityOf = ({ stock_left, ...row }: OrderTableRow) => maxPurchasePieces({ ...row, stock: stock_left })

/** 前回と同じ: what was ordered and can still be, at most as much as can be bought now. */
export function quantitiesOf(
  ordered: readonly { product_sku_id: number; quantity: number }[],
  rows: readonly OrderTableRow[],
): Quantities {
  const quantities: Quantities = {}
  for (const row of rows) {
    const before = ordered.filter(({ product_sku_id }) => product_sku_id === row.id)
    const sum = before.reduce((total, { quantity }) => total + quantity, 0)
    if (sum > 0 && !row.is_out_stock) quantities[row.id] = String(Math.min(sum, maxQuantityOf(row)))
  }
  return quantities
}

/** Says that a quantity is more than can be bought; null: it is fine. Nothing is cut. */
export const quantityExcessText = (row: OrderTableRow, quantity: number): string | null =>
  quantity > maxQuantityOf(row)
    ? `${wrapInQuoteMarks(itemName(row))}は、一度に${maxQuantityOf(row)}までご注文いただけます。`
    : null
