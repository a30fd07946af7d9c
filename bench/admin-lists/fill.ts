import { Client } from 'pg'

/** Size of the shop. */
export interface Size {
  orders: number
  members: number
  skus: number
}

/**
 * Fills a shop of three years, in plain SQL: realistically uneven names, kana, prefectures and amounts, most orders
 * long delivered, one member in five with a subscription.
 */
export async function fillShop(connectionString: string, { orders, members, skus }: Size): Promise<void> {
  const client = new Client({ connectionString })
  await client.connect()
  const run = (text: string) => client.query(text)
  for (const table of ['product', 'product_sku']) await run(`alter table ${table} disable trigger user`)
  const surnames = `(array['佐藤','鈴木','高橋','田中','伊藤','渡辺','山本','中村','小林','加藤','吉田','山田','佐々木','山口','松本'])`
  const kanas = `(array['さとう','すずき','たかはし','たなか','いとう','わたなべ','やまもと','なかむら','こばやし','かとう','よしだ','やまだ','ささき','やまぐち','まつもと'])`
  await run(`insert into customer (shop_id, email, name01, name02, kana01, kana02, postal_code01, postal_code02, pref_id, addr01, addr02,
      phone_number, line_id, customer_rank_id, created_at)
    select 2, 'm' || n || '@example.com', ${surnames}[1 + n % 15], '花' || md5(n::text)::varchar(3), ${kanas}[1 + n % 15], 'はな',
      lpad((n % 1000)::text, 3, '0'), '0001', 1 + n % 47, '市', '1-1', '090' || lpad(n::text, 8, '0'),
      case when n % 3 = 0 then 'U' || n end, (select min(id) from customer_rank where shop_id = 2),
      now() - (${members} - n) * interval '3 years' / ${members}
    from generate_series(1, ${members}) n`)
  await run(`insert into product (shop_id, category_id, product_name, product_name_kana, slug, sale_type, visible, catch_copy, description,
      how_to_use, ingredients, sort_no)
    select 2, (select min(id) + n % 4 from category where shop_id = 2), '手作りのツゲ櫛 ' || n, 'てづくりのつげぐし' || n, 'b-' || n,
      1 + n % 3, n % 10 > 0, '', '', '[]', '', n + 1000
    from generate_series(1, ${Math.ceil(skus / 2)}) n`)
  await run(`insert into product_sku (shop_id, product_id, product_code, price, tax_rate, stock, sale_limit, sort_no, visible)
    select 2, p.id, 'B' || p.id || '-' || n, 1000 + p.id % 5000, 10, case when p.id % 100 = 0 then 0 else p.id % 300 end, 9, n, true
    from product p, generate_series(1, 2) n where p.slug like 'b-%'`)
  await run(`insert into subscription (shop_id, customer_id, summary_status, delivery_id, name01, name02, kana01, kana02, postal_code01,
      postal_code02, pref_id, addr01, addr02, phone_number, subscription_division_id, param1, next_delivery_date,
      next_next_delivery_date, delivery_fee, cycle, payment_method_id, created_at)
    select 2, c.id, case when c.id % 100 < 60 then 1 when c.id % 100 < 62 then 2 when c.id % 100 < 70 then 3 else 6 end, 1, c.name01, c.name02,
      c.kana01, c.kana02, c.postal_code01, c.postal_code02, c.pref_id, '市', '1-1', c.phone_number, 3, 30,
      current_date + 5 + (c.id % 60)::int, current_date + 35 + (c.id % 60)::int, 660, 2 + (c.id % 20)::int, 1 + (c.id % 4)::int, c.created_at
    from customer c where c.shop_id = 2 and c.email like 'm%' and c.id % 5 = 0`)
  await run(`insert into subscription_order_item (shop_id, subscription_id, product_sku_id, quantity, following_price)
    select 2, s.id, (select min(id) from product_sku where shop_id = 2 and product_code like 'B%') + s.id % 50, 1, 3000
    from subscription s where s.shop_id = 2`)
  await run('analyze')
  await run(`insert into orders (shop_id, customer_id, order_no, status, subscription_id, cycle, name01, name02, kana01, kana02, postal_code01,
      postal_code02, pref_id, addr01, addr02, phone_number, delivery_notes, delivery_id, delivery_date, payment_method_id, subtotal,
      discount_amount, delivery_fee, payment_fee, adjustment_amount, payment_total, tax_total, tax_lines, bundled_flag, adcd, is_repeat,
      created_at)
    select 2, c.id, 'BN' || lpad(n::text, 8, '0'),
      case when n > ${orders} - 300 then 'received' when n > ${orders} - 900 then 'arranged' when n > ${orders} - 3000 then 'shipped'
        when n % 50 = 0 then 'cancelled' when n % 333 = 0 then 'payment_error' when n % 500 = 0 then 'returned' else 'delivered' end,
      null, null, c.name01, c.name02, c.kana01, c.kana02, c.postal_code01, c.postal_code02, c.pref_id, '市', '1-1', c.phone_number,
      case when n % 40 = 0 then '不在時は宅配ボックスへ' else '' end, 1, case when n % 4 = 0 then current_date - ((${orders} - n) / 900)::int end,
      1 + n % 4, 1000 + n % 9000, 0, 660, 0, 0, 1660 + n % 9000, 91, '[]', false, case when n % 20 = 0 then 'AD' || n % 200 end,
      -- The one before of its member is so many orders earlier.
      case when n <= ${members} then false when (n - ${members}) % 50 > 0 and (n - ${members}) % 333 > 0 then true end,
      now() - (${orders} - n) * interval '3 years' / ${orders}
    from generate_series(1, ${orders}) n
    join customer c on c.shop_id = 2 and c.id = (select min(id) from customer where email = 'm1@example.com') + (n * 7919::bigint) % ${members}`)
  await run(`insert into order_item (shop_id, order_id, product_id, product_sku_id, product_code, product_name, product_image, quantity, price,
      subtotal, discount_amount, tax_rate)
    select 2, o.id, s.product_id, s.id, s.product_code, '手作りのツゲ櫛', '/x', 1, o.subtotal, o.subtotal, 0, 10
    from orders o join product_sku s on s.shop_id = 2
      and s.id = (select min(id) from product_sku where product_code like 'B%') + (o.id * 31) % least(${skus}, 400)
    where o.order_no like 'BN%'`)
  await run(`insert into payment (shop_id, order_id, payment_method_id, state, amount, captured_amount, provider_order_id, created_at)
    select 2, id, payment_method_id, case status when 'cancelled' then 'voided' when 'payment_error' then 'failed' when 'received' then 'authorised'
      when 'arranged' then 'authorised' else 'captured' end, payment_total,
      case when status in ('shipped', 'delivered', 'returned') then payment_total else 0 end, order_no, created_at
    from orders where order_no like 'BN%'`)
  await run(`insert into shipment (shop_id, order_id, shipment_no, delivery_id, status, carrier, tracking_no, created_at, shipped_at, received_at)
    select 2, id, order_no, 1, case status when 'shipped' then 'shipped' when 'returned' then 'returned' else 'received' end, 'yamato',
      '4' || lpad(id::text, 11, '0'), created_at, created_at, case status when 'shipped' then null else created_at end
    from orders where order_no like 'BN%' and status in ('shipped', 'delivered', 'returned')`)
  await run(`insert into outbox (shop_id, kind, dedupe_key, payload, subject, customer_id, order_id, sent_at, failed_at, created_at)
    select 2, case when id % 4 = 0 then 'line' else 'mail' end, 'b' || id, jsonb_build_object('to', 'm@example.com'), 'ご注文', customer_id, id,
      case when id % 5000 > 0 then created_at end, case when id % 5000 = 0 then created_at end, created_at
    from orders where order_no like 'BN%'`)
  await run('vacuum analyze')
  await client.end()
}
