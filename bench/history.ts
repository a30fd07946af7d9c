import type { Database } from '@kushi/db/connect'

/**
 * One earlier order of each of the bench's members, the first of a subscription where there is one, delivered and told,
 * and the planner's statistics of all that. A shop with members has a history. Without one the statistics say "empty",
 * and PostgreSQL checks every foreign key to an order by whichever index it likes, so that each order of the bench
 * costs more than the one before it.
 */
export async function giveHistory({ pool }: Pick<Database, 'pool'>): Promise<void> {
  const address =
    'name01, name02, kana01, kana02, postal_code01, postal_code02, pref_id, addr01, addr02, addr03, phone_number'
  await pool.query(
    `insert into orders (shop_id, customer_id, order_no, status, idempotency_key, ${address}, delivery_id, subtotal, discount_amount,
       delivery_fee, payment_fee, adjustment_amount, payment_total, tax_total, tax_lines, bundled_flag, is_repeat, subscription_id, cycle,
       created_at, updated_at)
     select shop_id, customer.id, 'BENCH-' || customer.id, 'delivered', 'bench-' || customer.id, ${address}, 1, 3000, 0,
       660, 330, 0, 3990, 362, '[{"tax_rate":10,"total":3990,"tax":362}]', true, false, taken.id, taken.cycle, at, at
     from customer
       cross join lateral (select now() - 30 * interval '1 day' - customer.id * interval '1 minute' as at) as ago
       left join lateral (select min(s.id) as id, min(1) as cycle from subscription s
         where s.shop_id = customer.shop_id and s.customer_id = customer.id) as taken on true
     where shop_id = 2 and email ~ '^(bench|subscriber)'`,
  )
  await pool.query('analyze orders')
  await pool.query(
    `with placed as (select * from orders where shop_id = 2 and idempotency_key = 'bench-' || customer_id),
     sold as (
       insert into order_item (shop_id, order_id, product_id, product_sku_id, product_code, product_name, product_image, quantity, price,
         subtotal, discount_amount, tax_rate)
       select placed.shop_id, placed.id, s.product_id, s.id, s.product_code, '純椿油', '', 1, 3000, 3000, 0, 10
       from placed join product_sku s on s.shop_id = placed.shop_id and s.id = 101),
     paid as (
       insert into payment (shop_id, order_id, state, amount, captured_amount, provider_order_id, created_at, updated_at)
       select shop_id, id, 'captured', 3990, 3990, order_no, created_at, created_at from placed),
     noted as (
       insert into order_status_event (shop_id, order_id, status, actor_kind, actor_name, created_at)
       select placed.shop_id, placed.id, one.status, 'system', 'bench', placed.created_at
       from placed, unnest(array['received', 'arranged', 'shipped', 'delivered']) as one (status))
     insert into outbox (shop_id, kind, dedupe_key, payload, customer_id, order_id, attempts, next_attempt_at, sent_at, created_at)
     select shop_id, 'mail', 'order-received:' || order_no, '{}', customer_id, id, 1, created_at, created_at, created_at from placed`,
  )
  await pool.query('analyze')
}
