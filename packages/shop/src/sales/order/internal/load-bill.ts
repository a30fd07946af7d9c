import type { Party } from '@kushi/contract/address'
import { customer } from '@kushi/db/schema/customer'
import { order_item, orders } from '@kushi/db/schema/order'
import { refersToCondition, sameRowCondition } from '@kushi/db/shop-scope'
import { addressLine } from '@kushi/values/address'
import { ORDER_AMOUNTS, type OrderAmounts, orderAmountLines } from '@kushi/values/order-amounts'
import { variantName } from '@kushi/values/product'
import { groupBoughtRows } from '@kushi/values/product-set'
import { timestampToJapanDate } from '@kushi/values/timestamp'
import { getTableColumns, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { PaymentBill, PaymentParty } from '../../../ports/payment-port.ts'

interface BilledItem {
  product_name: string
  set_item_name1: string | null
  set_item_name2: string | null
  price: number
  quantity: number
  gift_promotion_id?: number | null
}
/** An item as an order stores it, or as a planned order has it, where a set is whole. */
type BilledRow = BilledItem & {
  subtotal: number
  set_sku_id?: number | null
  set_name?: string | null
  set_quantity?: number | null
}

/** The bill of an order for the provider, and its total. One query. */
export async function loadProviderBill(ctx: Context, key: { shop_id: number; id: number }) {
  const rows = sql<BilledRow[]>`(select json_agg(json_build_object('product_name', ${order_item.product_name},
    'set_item_name1', ${order_item.set_item_name1}, 'set_item_name2', ${order_item.set_item_name2},
    'price', ${order_item.price}, 'quantity', ${order_item.quantity}, 'subtotal', ${order_item.subtotal},
    'set_sku_id', ${order_item.set_sku_id}, 'set_name', ${order_item.set_name}, 'set_quantity', ${order_item.set_quantity}) order by ${order_item.id})
    from ${order_item} where ${order_item.shop_id} = ${orders.shop_id} and ${order_item.order_id} = ${orders.id} and ${order_item.gift_promotion_id} is null)`
  const [row] = await ctx.db
    .select({
      order: getTableColumns(orders),
      buyer: getTableColumns(customer),
      rows,
    })
    .from(orders)
    .innerJoin(customer, refersToCondition(orders.customer_id, customer))
    .where(sameRowCondition(orders, key))
  const { order, buyer } = row!
  return { total: order.payment_total, order: providerBill(order, buyer, row!.rows ?? []) }
}

type Buyer = Party & Pick<typeof customer.$inferSelect, 'company_name' | 'email'>
type BilledOrder = Party & Amounts & Pick<typeof orders.$inferSelect, 'created_at' | 'subscription_id'>

/** The bill for the provider, from a loaded order. */
export const providerBill = (order: BilledOrder, buyer: Buyer, items: readonly BilledRow[]): PaymentBill => ({
  ordered_on: timestampToJapanDate(order.created_at.getTime()),
  buyer: { ...partyOf(buyer), company_name: buyer.company_name, email: buyer.email },
  recipient: partyOf(order),
  rows: billRowsOf(items, order),
  is_subscription: order.subscription_id !== null,
})

function partyOf(row: Party): PaymentParty {
  const { name01, name02, kana01, kana02, postal_code01, postal_code02, phone_number } = row
  const address = addressLine(row)
  return { name01, name02, kana01, kana02, postal_code01, postal_code02, phone_number, address, company_name: null }
}

type Amounts = OrderAmounts & Pick<typeof orders.$inferSelect, 'payment_total'>

/** Lines that always add up to `payment_total`. */
export function billRowsOf(items: readonly BilledRow[], order: Amounts): PaymentBill['rows'] {
  const rows_of = items.map((item) => ({
    gift_promotion_id: null,
    set_sku_id: null,
    set_name: null,
    set_quantity: null,
    ...item,
  }))
  const goods = groupBoughtRows(rows_of).map(({ item, set }) =>
    set
      ? { name: set.name, variant: '', price: set.price, quantity: set.quantity }
      : { name: item.product_name, variant: variantName(item), price: item.price, quantity: item.quantity },
  )
  const extra = (name: string, price: number) => (price === 0 ? [] : [{ name, price, quantity: 1 }])
  const rows = [
    ...goods,
    ...orderAmountLines(order).flatMap(({ name, label, amount }) =>
      name === 'subtotal' || name === 'adjustment_amount' ? [] : extra(label, amount),
    ),
  ]
  const sum = rows.reduce((total, row) => total + row.price * row.quantity, 0)
  return [...rows, ...extra(ORDER_AMOUNTS.adjustment_amount.label, order.payment_total - sum)]
}
