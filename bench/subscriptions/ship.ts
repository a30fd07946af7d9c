import type { Database } from '@kushi/db/connect'
import { sku } from './fill.ts'

/**
 * The current delivery of every subscription of `fill`, shipped in one parcel each, every other one with cash on
 * delivery.
 */
export async function ship({ pool }: Database): Promise<void> {
  const address =
    'name01, name02, kana01, kana02, postal_code01, postal_code02, pref_id, addr01, addr02, addr03, phone_number'
  await pool.query(
    `with mine as (
       select s.* from subscription s where s.shop_id = 2 and exists (
         select from subscription_order_item i where i.shop_id = 2 and i.subscription_id = s.id and i.product_sku_id = ${sku})),
     placed as (
       insert into orders (shop_id, customer_id, order_no, status, subscription_id, cycle, ${address}, delivery_id, payment_method_id,
         subtotal, discount_amount, delivery_fee, payment_fee, adjustment_amount, payment_total, tax_total, tax_lines, bundled_flag)
       select 2, customer_id, 'BENCH-' || id || '-' || cycle, 'shipped', id, cycle, ${address}, 1, case when id % 2 = 0 then 1 end,
         3000, 0, 660, 0, 0, 3660, 332, '[]', false from mine
       returning shop_id, id, order_no, payment_method_id),
     paid as (
       insert into payment (shop_id, order_id, payment_method_id, state, amount, captured_amount, provider_order_id)
       select 2, id, payment_method_id, case when payment_method_id is null then 'authorised' else 'captured' end,
         3660, case when payment_method_id is null then 0 else 3660 end, order_no from placed)
     insert into shipment (shop_id, order_id, shipment_no, delivery_id, status, carrier, tracking_no, created_at, packed_at, shipped_at)
     select 2, id, 'B' || id, 1, 'shipped', 'yamato', '123456789012', now(), now(), now() from placed`,
  )
  await pool.query('analyze')
}
