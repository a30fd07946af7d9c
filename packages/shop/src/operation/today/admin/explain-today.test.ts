import { testDatabase } from '@kushi/db/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OperatorContext } from '../../../foundation/admin/context.ts'
import { countConversionTasks } from '../../../growth/conversion/index.ts'
import { operatorContext } from '../../../testing/operator.ts'
import { makeReadCountingDb } from '../../../testing/reads.ts'
import { loadScheduledChanges } from '../internal/changes.ts'
import { countLowStock, countOrders, countUnsentMessages, countWaitingInquiries } from '../internal/counts.ts'
import { countSubscriptionFailures } from '../internal/failures.ts'
import { loadSalesByHourAndDay } from '../internal/money.ts'
import { countWaitingPayments } from '../internal/payments.ts'

const database = await testDatabase()
afterAll(database.close)
const { db, readsOf } = makeReadCountingDb(database)
const ctx = await operatorContext(db)

const MANY = 8_000

/** A shop with years of data: many rows in each table, of which only a few belong to today. */
beforeAll(async () => {
  // Filling takes longer than the statement timeout.
  const filler = await database.pool.connect()
  await filler.query('set statement_timeout = 0')
  const run = (text: string) => filler.query(text)
  await run(`insert into orders (shop_id, customer_id, order_no, status, name01, name02, kana01, kana02, postal_code01, postal_code02,
      pref_id, addr01, addr02, phone_number, delivery_id, payment_method_id, subtotal, discount_amount, delivery_fee, payment_fee,
      adjustment_amount, payment_total, tax_total, tax_lines, bundled_flag, created_at)
    select 2, (select min(id) from customer where shop_id = 2), 'X' || n,
      case when n % 400 = 0 then 'returned' when n % 300 = 0 then 'payment_error' else 'delivered' end, '', '', '', '', '100', '0001',
      13, '', '', '', 1, 1, 1000, 0, 0, 0, 0, 1000, 91, '[]', true, timestamptz '2026-11-21 12:00+09' - n * interval '2 hours'
    from generate_series(0, ${MANY - 1}) n`)
  await run(`insert into payment (shop_id, order_id, payment_method_id, state, amount, captured_amount, provider_order_id)
    select 2, id, 1, case when id % 2000 = 0 then 'held' else 'captured' end, 1000, case when id % 2000 = 0 then 0 else 1000 end, order_no
    from orders where order_no like 'X%'`)
  await run(`insert into subscription (shop_id, customer_id, summary_status, delivery_id, name01, name02, kana01, kana02, postal_code01,
      postal_code02, pref_id, addr01, addr02, phone_number, subscription_division_id, param1, next_delivery_date,
      next_next_delivery_date, delivery_fee, cycle)
    select 2, (select min(id) from customer where shop_id = 2), case when n % 500 = 0 then 2 else 1 end, 1, '', '', '', '', '100', '0001',
      13, '', '', '', 3, 30, '2026-12-20', '2027-01-19', 660, 2 from generate_series(1, ${MANY}) n`)
  await run(`insert into billing_attempt (shop_id, subscription_id, cycle, attempt, outcome, failure, tried_on)
    select 2, id, 2, 1, 'failed', 'limit', '2026-11-20' from subscription where shop_id = 2`)
  await run(`insert into outbox (shop_id, kind, dedupe_key, payload, sent_at, failed_at)
    select 2, 'mail', 'x' || n, '{}', case when n % 1000 > 0 then now() end, now() from generate_series(1, ${MANY}) n`)
  await run(`insert into inquiry (shop_id, inquiry_no, inquiry_status_id, inquiry_type_id, kind, name, name_kana, email, content,
      waiting_since, terms_version, idempotency_key, request_digest)
    select 2, 'X' || n, 6, 1, case when n % 2 = 0 then 'contact' else 'supplier' end, '', '', '', '', case when n % 1000 = 0 then now() end,
      '1', 'x' || n, '' from generate_series(1, ${MANY}) n`)
  await run(`update inquiry set decision = 'refused' where kind = 'supplier'`)
  await run(`insert into scheduled_change (shop_id, kind, subject_id, subject_name, before, after, starts_at, state, operator_name,
      created_at, updated_at)
    select 2, 'price', '1', '', '{}', '{"skus": []}', timestamptz '2020-01-01' + n * interval '1 hour', 'done', '', now(), now()
    from generate_series(1, ${MANY}) n`)
  await run(`insert into conversion_destination (shop_id, conversion_kind, destination_name, recipient_name, conversion_moment, conversion_cycle,
      conversion_value, email_flag, phone_flag, account_values, on_since, created_at, updated_at)
    values (2, 'postback', 'ASP', 'ASP', 'received', 1, 'total', false, false, '{}', now(), now(), now())`)
  await run(`insert into conversion_delivery (shop_id, destination_id, order_id, event_name, occurred_at, conversion_state, attempts, next_attempt_at, done_at, created_at)
    select 2, (select max(id) from conversion_destination), id, 'received', now(), case when id % 500 = 0 then 'refused' else 'accepted' end, 1,
      now(), timestamptz '2026-11-21 12:00+09', now() from orders where shop_id = 2`)
  await run('vacuum analyze')
  filler.release(true)
})

/** This shop has about 620 orders in two months and few products. */
const MOST = 1_000

test.each<[string, (ctx: OperatorContext) => Promise<unknown>]>([
  ['payments', countWaitingPayments],
  ['orders', countOrders],
  ['subscriptions', countSubscriptionFailures],
  ['messages', countUnsentMessages],
  ['inquiries', countWaitingInquiries],
  ['stock', countLowStock],
  ['changes', loadScheduledChanges],
  ['conversions', countConversionTasks],
  ['money', loadSalesByHourAndDay],
])('%s reads only the rows that it reports', async (_, look) => {
  const all = await readsOf(() => look(ctx))
  expect(all.length).toBeGreaterThan(0)
  expect(all.flatMap((reads) => [...reads].filter(([, rows]) => rows > MOST))).toEqual([])
})
