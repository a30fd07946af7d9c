import type { Queryable } from '@kushi/db/connect'
import { formatDateWithWeekday } from '@kushi/values/date-format'
import { FEE_NAME, type OrderFee } from '@kushi/values/order-amounts'
import { CREDIT_NOTE_KIND_NAME } from '@kushi/values/order-credit'
import { variantName } from '@kushi/values/product'
import { timestampToJapanDate } from '@kushi/values/timestamp'
import {
  creditItemsOfRequest,
  creditTotal,
  type ItemRow,
  loadCreditLines,
  loadOrderWithCredits,
  type OrderRow,
} from '../../order/index.ts'
import type { ReturnedItem } from '../rules/invoice.ts'

/**
 * The 赤伝 lines of an order as text for a document. A refund without an 赤伝 appears as a price reduction. `refunded`:
 * yen refunded.
 */
export async function loadReturnedItems(
  db: Queryable,
  order: OrderRow,
  items: readonly ItemRow[],
  refunded: number,
): Promise<ReturnedItem[]> {
  const all = await loadCreditLines(db, order)
  const lines = all.map(({ credit, line }) => {
    const item = items.find(({ id }) => id === line.order_item_id)
    const kind = CREDIT_NOTE_KIND_NAME[credit.kind]
    return {
      name: item
        ? `${kind}: ${item.product_name}`
        : line.kind === 'reduction'
          ? kind
          : `${kind}: ${FEE_NAME[line.kind as OrderFee]}`,
      detail: [formatDateWithWeekday(timestampToJapanDate(credit.created_at.getTime())), item ? variantName(item) : '']
        .filter(Boolean)
        .join(' '),
      quantity: line.quantity,
      amount: line.amount,
      tax_rate: line.tax_rate,
    }
  })
  // Money that went back without an 赤伝 is a price reduction.
  const unnamed = refunded - creditTotal(lines)
  if (unnamed <= 0 || all.length > 0) return lines
  const reduction = creditItemsOfRequest(await loadOrderWithCredits(db, order), { sum: unnamed })
  return reduction.map(({ amount, tax_rate }) => ({
    name: '返金',
    detail: '',
    quantity: null,
    amount,
    tax_rate,
  }))
}
