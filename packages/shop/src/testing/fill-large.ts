const PRODUCTS = 12_000
/** Two of five have an order, so that there are 11,200 payments and parcels, and one of two a subscription. */
const MEMBERS = 28_000

/** Runs a statement without a time limit. */
export type RunSql = (text: string) => Promise<unknown>

/**
 * Fills a shop (2) in which each table of products, members and orders has more rows than a list counts, and in which
 * each filter matches few rows, so that a query that scans a table is noticed.
 */
export async function fillLargeShop(run: RunSql): Promise<void> {
  for (const table of ['product', 'product_sku']) await run(`alter table ${table} disable trigger user`)
  await run(`insert into product (shop_id, category_id, product_name, product_name_kana, slug, sale_type, visible, catch_copy,
      description, how_to_use, ingredients, sort_no)
    select 2, (select min(id) + n % 4 from category where shop_id = 2), '櫛' || md5(n::text), 'くし' || n, 'p-' || n,
      case when n % 500 = 0 then 2 else 1 end, n % 500 <> 1, '', '', '[]', '', n + 1000
    from generate_series(1, ${PRODUCTS}) n`)
  await run(`insert into product_sku (shop_id, product_id, product_code, price, tax_rate, stock, sale_limit, sort_no, visible)
    select 2, p.id, 'C' || p.id || '-' || n, case when p.id % 500 = 0 then 99000 else 1000 + p.id % 50 end, 10,
      case when p.id % 500 = 0 then 0 else 50 end, 9, n, true
    from product p, generate_series(1, 2) n where p.slug like 'p-%'`)
  await run(`insert into customer (shop_id, email, name01, name02, kana01, kana02, postal_code01, postal_code02, pref_id, addr01, addr02,
      phone_number, line_id, created_at)
    select 2, 'm' || n || '@example.com', '姓' || n, '名', 'せい' || n, 'めい', '100', '0001', 13, '', '', '090' || lpad(n::text, 8, '0'),
      case when n % 500 = 0 then 'U' || n end, timestamptz '2020-01-01' + n * interval '1 hour'
    from generate_series(1, ${MEMBERS}) n`)
  await run(`insert into subscription (shop_id, customer_id, summary_status, delivery_id, name01, name02, kana01, kana02, postal_code01,
      postal_code02, pref_id, addr01, addr02, phone_number, subscription_division_id, param1, next_delivery_date,
      next_next_delivery_date, delivery_fee, cycle, payment_method_id, ended_on, end_event, end_reason_id, pause_reason_id, skip_reason_id, created_at)
    select 2, c.id, case when c.id % 500 = 0 then 2 else 1 end, 1, c.name01, c.name02, c.kana01, c.kana02, '100', '0001', 13, '', '',
      c.phone_number, 3, 30, date '2026-12-20' + (c.id % 100)::int, date '2027-01-19' + (c.id % 100)::int, 660, 2,
      case when c.id % 500 = 2 then null when c.id % 500 = 4 then 4 else 1 end,
      case when c.id % 4 = 0 then date '2022-01-01' + (c.id % 700)::int end, case when c.id % 4 = 0 then 'cancelled' end,
      case when c.id % 500 = 8 then 3 when c.id % 4 = 0 then 1 end, case when c.id % 500 = 10 then 3 when c.id % 20 = 2 then 1 end,
      case when c.id % 500 = 12 then 3 when c.id % 20 = 6 then 1 end, c.created_at
    from customer c where c.shop_id = 2 and c.email like 'm%' and c.id % 2 = 0`)
  await run(`insert into subscription_order_item (shop_id, subscription_id, product_sku_id, quantity, following_price)
    select 2, s.id, case when s.id % 500 = 0 then 120 else
      (select min(id) from product_sku where product_code like 'C%') + s.id % 200 end, 1, 3000
    from subscription s where s.shop_id = 2 and s.cycle = 2`)
  await run(`insert into billing_attempt (shop_id, subscription_id, cycle, attempt, outcome, failure, tried_on, retry_on)
    select 2, s.id, 2, 1, 'failed', case when s.id % 1000 = 0 then 'limit' else 'unusable' end, '2026-12-10', '2026-12-11'
    from subscription s where s.shop_id = 2 and s.summary_status = 2`)
  await run(`insert into outbox (shop_id, kind, dedupe_key, payload, subject, customer_id, order_id, sent_at, failed_at, created_at)
    select 2, case when c.id % 500 = 0 then 'line' else 'mail' end, 'x' || c.id, jsonb_build_object('to', c.email), '', c.id, c.id,
      case when c.id % 1000 > 0 then now() end, now(), c.created_at from customer c where c.shop_id = 2 and c.email like 'm%'`)
  await run(`insert into orders (shop_id, customer_id, order_no, status, name01, name02, kana01, kana02, postal_code01, postal_code02,
      pref_id, addr01, addr02, phone_number, delivery_notes, delivery_id, delivery_date, payment_method_id, subtotal, discount_amount,
      delivery_fee, payment_fee, adjustment_amount, payment_total, tax_total, tax_lines, bundled_flag, adcd, is_repeat, created_at)
    select 2, c.id, 'X' || c.id, case when c.id % 500 = 0 then 'received' else 'delivered' end, c.name01, c.name02, c.kana01, c.kana02,
      '100', '0001', case when c.id % 500 = 0 then 1 else 13 end, '', '', c.phone_number,
      case when c.id % 500 = 0 then '玄関前に' else '' end, 1, case when c.id % 500 = 0 then date '2026-12-25' end, 1,
      case when c.id % 500 = 0 then 90000 else 1000 + c.id % 50 end, 0, 0, 0, 0,
      case when c.id % 500 = 0 then 90000 else 1000 + c.id % 50 end, 91, '[]', true, case when c.id % 500 = 0 then 'AD1' end, false, c.created_at
    from customer c where c.shop_id = 2 and c.email like 'm%' and c.id % 5 < 2`)
  // Repeat orders come years later, so that the 初回 filter has to look behind all of them. Marked as the job does it.
  await run(`insert into orders (shop_id, customer_id, order_no, status, name01, name02, kana01, kana02, postal_code01, postal_code02,
      pref_id, addr01, addr02, phone_number, delivery_id, payment_method_id, subtotal, discount_amount, delivery_fee, payment_fee,
      adjustment_amount, payment_total, tax_total, tax_lines, bundled_flag, is_repeat, created_at)
    select 2, customer_id, 'Y' || customer_id, 'delivered', name01, name02, kana01, kana02, '100', '0001', 13, '', '', phone_number, 1, 1,
      1000, 0, 0, 0, 0, 1000, 91, '[]', true, true, created_at + interval '5 years'
    from orders where shop_id = 2 and order_no like 'X%' and customer_id % 20 = 0`)
  // Exchanges; the returned items of a few are not recorded yet.
  await run(`insert into orders (shop_id, customer_id, order_no, status, name01, name02, kana01, kana02, postal_code01, postal_code02,
      pref_id, addr01, addr02, phone_number, delivery_id, payment_method_id, subtotal, discount_amount, delivery_fee, payment_fee,
      adjustment_amount, payment_total, tax_total, tax_lines, bundled_flag, is_repeat, created_at, replaces_order_id, replacement_kind,
      goods_back_at)
    select 2, customer_id, 'Z' || customer_id, 'delivered', name01, name02, kana01, kana02, '100', '0001', 13, '', '', phone_number, 1, 1,
      1000, 0, 0, 0, -1000, 0, 0, '[]', true, true, created_at + interval '1 day', id, 'exchange', case when customer_id % 500 > 0 then now() end
    from orders where shop_id = 2 and order_no like 'X%' and customer_id % 100 = 0`)
  await run(`insert into order_item (shop_id, order_id, product_id, product_sku_id, product_code, product_name, product_image, quantity,
      price, subtotal, discount_amount, tax_rate)
    select 2, o.id, case when o.customer_id % 500 = 0 then 12 else 1 end, case when o.customer_id % 500 = 0 then 120 else 101 end, '', '', '',
      1, o.subtotal, o.subtotal, 0, 10
    from orders o where o.shop_id = 2 and o.order_no like 'X%'`)
  await run(`insert into payment (shop_id, order_id, payment_method_id, state, amount, captured_amount, settled_amount, provider_order_id)
    select 2, id, 1, case when customer_id % 500 = 0 then 'authorised' else 'captured' end, payment_total,
      case when customer_id % 500 = 0 then 0 else payment_total end,
      case when customer_id % 20 = 0 then 0 else payment_total end, order_no
    from orders where shop_id = 2 and order_no like 'X%'`)
  await run(`insert into shipment (shop_id, order_id, shipment_no, delivery_id, status, carrier, tracking_no, created_at, shipped_at)
    select 2, id, order_no, 1, 'received', 'yamato', '4' || lpad(customer_id::text, 11, '0'), created_at, created_at
    from orders where shop_id = 2 and order_no like 'X%'`)
  await run(`insert into ledger_entry (shop_id, day, happened_on, order_id, kind, tax_rate, amount, tax, payment_method_id, cause, created_at)
    select 2, created_at::date, created_at::date, id, case when customer_id % 500 = 0 then 'return' else 'sale' end, 10,
      case when customer_id % 500 = 0 then -1000 else 1000 end, case when customer_id % 500 = 0 then -90 else 90 end, 1, 'sale', created_at
    from orders where shop_id = 2 and order_no like 'X%'`)
  await run(`insert into issued_document (shop_id, order_id, document_type, title, issued_on, amount, party, printed_sha256, sha256, content, created_at)
    select 2, id, case when customer_id % 500 = 0 then 'return-invoice' else 'receipt' end, '領収書', created_at::date, payment_total,
      '姓' || customer_id || ' 様', id::text, '', '', created_at
    from orders where shop_id = 2 and order_no like 'X%'`)
  await run(
    `insert into settlement_term (shop_id, provider, from_day, fee_tax, pays_within_days) values (2, 'gmo', '2020-01-01', 'exempt', 45)`,
  )
  await run(`insert into settlement_file (shop_id, name, sha256, content, state, provider, actor_kind, actor_name, created_at)
    values (2, 'gmo.csv', 'x', '', 'done', 'gmo', 'system', 'fill', now())`)
  await run(`insert into settlement_line (shop_id, settlement_file_id, row, key, provider, kind, order_ref, provider_ref, tracking_no, party,
      amount, fee, paid_on, state, reason, created_at)
    select 2, (select max(id) from settlement_file), row_number() over (order by id), id::text, 'gmo', 'sale', order_no, 'P' || id, '', '',
      payment_total, 0, created_at::date, case when customer_id % 500 = 0 then 'open' else 'matched' end,
      case when customer_id % 500 = 0 then 'amount_differs' end, now()
    from orders where shop_id = 2 and order_no like 'X%'`)
}
