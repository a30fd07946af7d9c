import type { RunSql } from './fill-large.ts'

/** Slightly more than the 10,000 that a list counts: a query that scans a table reads more than a counted page. */
const ROWS = 12_000

/**
 * The same for the desk's tables: audit log, inquiries, applications, privacy requests, jobs, batches and webhook
 * deliveries.
 */
export async function fillDeskTables(run: RunSql): Promise<void> {
  const rare = (n: string) => `${n} % 1000 = 0`
  await run(`insert into operator (email, name, created_at)
    select 'desk' || n || '@example.com', case n when 40 then '鈴木 まれ' else '佐藤 美咲' end, now() from generate_series(1, 40) n`)
  const operator = (n: string) => `(select max(id) - 1 from operator) + (${rare(n)})::int`
  await run(`insert into audit_event (shop_id, created_at, operator_id, operator_name, ip, action, subject, subject_id, subject_name, before,
      after, fields)
    select 2, timestamptz '2020-01-01' + n * interval '1 hour', ${operator('n')}, case when ${rare('n')} then '鈴木 まれ' else '佐藤 美咲' end, '',
      'PUT /admin/v1/products/{id}', case when ${rare('n')} then 'worry' else 'order' end, n, case when ${rare('n')} then '敏感な頭皮' else
      '注文 TN' || lpad(n::text, 8, '0') end, '{}', '{}', case when ${rare('n')} then array['price'] else array['status', 'memo'] end
    from generate_series(1, ${ROWS}) n`)
  // By age: only the newest inquiries wait for an answer.
  await run(`insert into inquiry (shop_id, kind, inquiry_no, inquiry_status_id, inquiry_type_id, inquiry_category_id, inquiry_category, name,
      name_kana, email, content, operator_id, waiting_since, decision, terms_version, idempotency_key, request_digest, created_at)
    select 2, kind, case kind when 'contact' then 'Q' else 'S' end || lpad(n::text, 8, '0'), case when ${rare('n')} then 4 else 6 end,
      case when ${rare('n')} then 3 else 1 end, case when ${rare('n')} then 9 else 1 end, '', '姓' || n, '', 'q' || n || '@example.com', '',
      ${operator('n')}, case when kind = 'contact' and n > ${ROWS - 20} then timestamptz '2026-01-01' + n * interval '1 minute' end,
      case when kind = 'supplier' then case when ${rare('n')} then 'refused' when n % 1000 <> 1 then 'approved' end end,
      '1', kind || n, '', timestamptz '2020-01-01' + n * interval '1 hour'
    from generate_series(1, ${ROWS}) n, (values ('contact'), ('supplier')) of_kind (kind)`)
  await run(`insert into privacy_request (shop_id, customer_id, kind, source, state, content, due_on, closed_at, actor_kind, actor_name, created_at)
    select 2, c.id, case when ${rare('n')} then 'stop' else 'disclosure' end, 'phone', case when ${rare('n + 1')} then 'working' else 'done' end,
      '', date '2020-01-01' + n::int, case when ${rare('n + 1')} then null else now() end, 'system', 'test', timestamptz '2020-01-01' + n * interval '1 hour'
    from (select id, row_number() over (order by id) n from customer where shop_id = 2) c where n <= ${ROWS}`)
  await run(`insert into stock_event (shop_id, product_sku_id, kind, quantity, stock, reason, actor_kind, actor_name, idempotency_key, created_at)
    select 2, 101, case when ${rare('n')} then 'correction' else 'receipt' end, 1, 1, '数え直し', 'system', 'test', 'e' || n,
      timestamptz '2020-01-01' + n * interval '1 hour'
    from generate_series(1, ${ROWS}) n`)
  await run(`insert into webhook_endpoint (shop_id, url, description, events, sealed_secret, created_at, updated_at)
    values (2, 'https://example.com/', '', '{}', '', now(), now()), (2, 'https://example.jp/', '', '{}', '', now(), now())`)
  await run(`insert into webhook_delivery (shop_id, endpoint_id, message_id, event, payload, delivered_at)
    select 2, (select max(id) from webhook_endpoint) - (${rare('n')})::int, 'm' || n, 'order.received', '{}', now() from generate_series(1, ${ROWS}) n`)
  await run(`insert into conversion_destination (shop_id, conversion_kind, destination_name, recipient_name, conversion_moment, conversion_cycle,
      conversion_value, email_flag, phone_flag, account_values, on_since, created_at, updated_at)
    values (2, 'postback', 'ASP', 'ASP', 'received', 1, 'total', false, false, '{}', now(), now(), now())`)
  await run(`insert into conversion_delivery (shop_id, destination_id, order_id, event_name, occurred_at, conversion_state, next_attempt_at, done_at, created_at)
    select 2, (select max(id) from conversion_destination), id, 'received', now(), 'accepted', now(), now(), now() from orders where shop_id = 2`)
  await run(`insert into bulk_job (shop_id, kind, filter, params, notify, state, counts, operator_id, operator_name, created_at, updated_at)
    select 2, 'pause', '{}', '{}', false, 'done', '{}', (select max(id) from operator), '', now(), now() from generate_series(1, ${ROWS})`)
  await run(`insert into bulk_job_row (shop_id, job_id, subject_id, subject_name, state)
    select 2, (select max(id) from bulk_job), n, 'X' || n, case when ${rare('n')} then 'failed' else 'done' end from generate_series(1, ${ROWS}) n`)
  await run(`insert into shipping_batch (shop_id, batch_no, status, created_at, updated_at)
    select 2, 'B' || n, 'completed', now(), now() from generate_series(1, ${ROWS}) n`)
}
