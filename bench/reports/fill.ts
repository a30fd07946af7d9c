import type { Db } from '@kushi/db/connect'
import { customer_fact } from '@kushi/db/schema/report'
import { customerFactsSql } from '@kushi/shop/growth/report/internal/derive-facts'
import { getTableColumns, sql } from 'drizzle-orm'
import type pg from 'pg'

/** The tables that reports read, filled in SQL for so many orders: half of them deliveries of contracts, all from the last two years. */
export async function fillReports(db: Db & { $client: pg.Pool }, orders: number): Promise<void> {
  const pool = db.$client
  const run = (text: string) => pool.query(text)
  const contracts = Math.ceil(orders / 10)
  // The facts stand for orders that this shop does not need.
  for (const [table, keys] of [
    ['order_fact', ['order_id', 'customer_id', 'subscription_id']],
    ['order_item', ['order_id']],
    ['ledger_entry', ['order_id']],
    ['subscription', ['customer_id']],
    ['customer_fact', ['first_order_id']],
  ] as const)
    for (const key of keys) await run(`alter table ${table} drop constraint ${table}_${key}_fk`)
  await run(`insert into customer (shop_id, email, name01, name02, kana01, kana02, postal_code01, postal_code02, pref_id, addr01, addr02,
      phone_number, where_did_you_know, created_at)
    select 2, 'r' || n || '@example.com', '', '', '', '', '100', '0001', 13, '', '', '', n % 5 + 1, timestamptz '2024-11-21' + (n % 700) * interval '1 day'
    from generate_series(1, ${Math.ceil(orders / 4)}) n`)
  // A contract has up to ten deliveries, 30 days apart, and ends with a chance of a tenth after each.
  await run(`insert into subscription (shop_id, customer_id, summary_status, delivery_id, name01, name02, kana01, kana02, postal_code01,
      postal_code02, pref_id, addr01, addr02, phone_number, subscription_division_id, param1, next_delivery_date,
      next_next_delivery_date, delivery_fee, cycle, payment_method_id, adcd, ended_on, end_event, end_reason_id, created_at)
    select 2, (select min(id) from customer where email = 'r1@example.com') + n, case when ended then 6 else 1 end, 1, '', '', '', '', '100', '0001', 13, '', '', '', 3, 30,
      began + 30 * made, began + 30 * made + 30, 0, made + 1, 1, case when n % 3 = 0 then 'AD' || n % 50 end,
      case when ended then began + 30 * made - 12 end, case when ended then 'cancelled' end, case when ended then n % 7 + 1 end, began
    from (select n, date '2025-11-21' + (n % 350) as began, least(12, (date '2026-11-21' - (date '2025-11-21' + (n % 350))) / 30 + 1) as possible,
      1 + n * 7919 % 12 as wanted from generate_series(1, ${contracts}) n) c,
      lateral (select least(wanted, possible) as made, wanted < possible as ended) d`)
  await run(`insert into order_fact (shop_id, order_id, customer_id, ordered_on, shipped_on, sold_on, is_cancelled, due_on, subscription_id, cycle,
      payment_method_id, adcd, is_first, subtotal, discount_amount, delivery_fee, payment_fee, adjustment_amount, payment_total, credited_amount)
    select 2, 1000000000 + row_number() over (order by s.id, c), s.customer_id, s.created_at::date + 30 * (c - 1), s.created_at::date + 30 * (c - 1) + 3, s.created_at::date + 30 * (c - 1) + 3, false,
      s.created_at::date + 30 * (c - 1) + 5, s.id, c, 1, s.adcd, c = 1, 3300, 330, 0, 0, 0, 2970, 0
    from subscription s, generate_series(1, s.cycle - 1) c where s.shop_id = 2 and s.delivery_fee = 0 and s.name01 = '' order by 4`)
  const { rows } = await run(
    "select count(*)::int as made, (select min(id) from customer where email = 'r1@example.com')::int as first from order_fact",
  )
  const { made, first } = rows[0] as { made: number; first: number }
  await run(`insert into order_fact (shop_id, order_id, customer_id, ordered_on, shipped_on, sold_on, is_cancelled, due_on,
      payment_method_id, adcd, is_first, subtotal, discount_amount, delivery_fee, payment_fee, adjustment_amount, payment_total, credited_amount)
    select 2, 2000000000 + n, ${first} + n % ${Math.ceil(orders / 4)}, day, day + 1, day + 1, false, day + 3, case when n % 4 > 0 then n % 4 end,
      case when n % 3 = 0 then 'AD' || n % 50 end, false, 3300, 0, 660, 0, 0, 3960, 0
    from (select n, date '2024-11-21' + (n % 728) as day from generate_series(1, ${Math.max(0, orders - made)}) n) o order by day`)
  await run(`insert into subscription_fact (shop_id, subscription_id, first_kept_on, first_kept_cycle, last_kept_on, last_kept_cycle, last_due_on, first_product_id, payment_method_id)
    select 2, subscription_id, min(shipped_on), 1, max(shipped_on), max(cycle), max(due_on), 1 + subscription_id % 5, 1 from order_fact where subscription_id is not null group by 2`)
  await run(`insert into order_item (shop_id, order_id, product_id, product_sku_id, product_code, product_name, product_image, quantity, price, subtotal, discount_amount, tax_rate)
    select 2, order_id, 1 + order_id % 5, 101, '', '', '', 1, subtotal, subtotal, discount_amount, 10 from order_fact`)
  await run(`insert into ledger_entry (shop_id, day, happened_on, order_id, kind, tax_rate, amount, tax, payment_method_id, cause, created_at)
    select 2, shipped_on, shipped_on, order_id, k.kind, 10, k.amount, 0, payment_method_id, 'sale', now()
    from order_fact, lateral (values ('sale', subtotal), ('discount', -discount_amount), ('delivery_fee', delivery_fee)) k (kind, amount) where k.amount <> 0 order by shipped_on`)
  const members = sql.raw(Object.keys(getTableColumns(customer_fact)).join(', '))
  await db.execute(
    sql`insert into ${customer_fact} (${members}) select ${members} from (${customerFactsSql(sql`f.shop_id = 2`)}) m`,
  )
  await run(`insert into sku_cost (shop_id, product_sku_id, cost_from, unit_cost) values (2, 101, '2024-01-01', 900)`)
  await run(`insert into ad_cost (shop_id, day, adcd, yen)
    select 2, d::date, 'AD' || n, 20000 from generate_series(date '2025-11-21', date '2026-11-20', interval '1 day') d, generate_series(0, 48, 3) n`)
  await run(
    `insert into sales_due (shop_id, day) select distinct shop_id, day from ledger_entry union select distinct shop_id, ordered_on from order_fact`,
  )
  await run('vacuum analyze')
}
