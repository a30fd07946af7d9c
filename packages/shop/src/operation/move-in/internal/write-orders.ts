import type { Tx } from '@kushi/db/connect'
import { order_item, order_status_event, orders } from '@kushi/db/schema/order'
import { sum } from '@kushi/values/sum'
import { taxByRate } from '../../../catalogue/price/index.ts'
import type { QueryContext } from '../../../context.ts'
import { updateOrderFacts } from '../../../growth/report/index.ts'
import type { MovedOrder } from '../rules/read-order.ts'
import { insertRowsAsText, reserveIds } from './write-rows.ts'

/** Inserts past, finished orders. They take no stock, have no payment here, and trigger no shipment and no message. */
export async function insertMovedOrders(
  tx: Tx,
  ctx: QueryContext,
  all: readonly (MovedOrder & { customer_id: number; subscription_id: number | null })[],
): Promise<number[]> {
  const { shop_id, actor } = ctx
  const ids = await reserveIds(tx, 'orders', all.length)
  await insertRowsAsText(
    tx,
    orders,
    all.map((order, n) => rowOf(order, ids[n]!, shop_id)),
  )
  await insertRowsAsText(
    tx,
    order_item,
    all.flatMap(({ items }, n) =>
      items.map(({ sku, product_name, quantity, price, tax_rate }) => ({
        shop_id,
        order_id: ids[n]!,
        product_id: sku.product_id,
        product_sku_id: sku.id,
        ...sku.choices,
        product_code: sku.product_code,
        product_name,
        product_image: sku.product_image,
        quantity,
        price,
        subtotal: price * quantity,
        discount_amount: 0,
        tax_rate,
      })),
    ),
  )
  await insertRowsAsText(
    tx,
    order_status_event,
    all.map(({ status, created_at }, n) => ({ shop_id, order_id: ids[n]!, status, ...actor, created_at })),
  )
  await updateOrderFacts(tx, ctx, ids)
  return ids
}

function rowOf(
  order: MovedOrder & { customer_id: number; subscription_id: number | null },
  id: number,
  shop_id: number,
): typeof orders.$inferInsert & { id: number } {
  const { subtotal, discount_amount, delivery_fee, cool_fee, payment_fee, adjustment_amount, payment_total } = order
  const { created_at, delivery_date } = order
  const goods = order.items.map(({ tax_rate, price, quantity }) => ({ tax_rate, total: price * quantity }))
  const tax_lines = taxByRate(goods, delivery_fee + cool_fee + payment_fee, adjustment_amount - discount_amount)
  return {
    id,
    shop_id,
    customer_id: order.customer_id,
    order_no: order.order_no,
    status: order.status,
    ...order.party,
    subscription_id: order.subscription_id,
    cycle: order.subscription?.cycle ?? null,
    delivery_notes: order.delivery_notes,
    delivery_id: order.delivery_id,
    delivery_date,
    expected_date: delivery_date,
    payment_method_id: order.payment_method_id,
    moved_payment_name: order.moved_payment_name,
    subtotal,
    discount_amount,
    delivery_fee,
    cool_fee,
    payment_fee,
    adjustment_amount,
    payment_total,
    tax_lines,
    tax_total: sum(tax_lines.map(({ tax }) => tax)),
    bundled_flag: false,
    created_at,
    updated_at: created_at,
  }
}
