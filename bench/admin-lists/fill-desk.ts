import { Client } from 'pg'

const OPERATORS = ['佐藤 美咲', '鈴木 一郎', '高橋 花子', '田中 健', '伊藤 葵', '渡辺 陽菜', '山本 蓮', '中村 結衣']

/**
 * The desk's records of that shop after three years: as many audit entries as orders, an inquiry for each fifth order.
 */
export async function fillDesk(connectionString: string, { orders }: { orders: number }): Promise<void> {
  const client = new Client({ connectionString })
  await client.connect()
  const run = (text: string) => client.query(text)
  const at = (of: number) => `now() - (${of} - n) * interval '3 years' / ${of}`
  await run(`insert into operator (email, name, created_at)
    select 'bench' || n || '@example.com', (array['${OPERATORS.join("','")}'])[n], now() from generate_series(1, ${OPERATORS.length}) n`)
  await run(`insert into audit_event (shop_id, created_at, operator_id, operator_name, ip, action, subject, subject_id, subject_name, before,
      after, fields)
    select 2, ${at(orders)}, case when n % 20 > 0 then o.id end, case when n % 20 > 0 then o.name else 'コマンド' end, '192.0.2.1',
      'PUT /admin/v1/orders/{id}', case n % 10 when 0 then 'product' when 1 then 'customer' when 2 then 'inquiry' else 'order' end,
      case when n % 10 = 0 then n % 500 else n end,
      case n % 10 when 0 then (array['椿油','ツゲ櫛','シャンプー','トリートメント','ヘアミルク'])[1 + n / 10 % 5] || ' ' || n % 500
        when 1 then '会員 ' || n * 7919::bigint % 300000 when 2 then 'Q' || lpad(n::text, 8, '0')
        else 'TN' || to_char(${at(orders)}, 'YYMMDD') || lpad((n * 7919::bigint % 1000000)::text, 6, '0') end,
      jsonb_build_object('status', 'received'), jsonb_build_object('status', 'cancelled', 'memo', md5(n::text)),
      case when n % 10 = 0 then array['price', 'stock'] when n % 5000 = 3 then array['from', 'to'] else array['status', 'memo'] end
    from generate_series(1, ${orders}) n join operator o on o.email = 'bench' || 1 + n % ${OPERATORS.length} || '@example.com'`)
  const inquiries = Math.ceil(orders / 5)
  await run(`insert into inquiry (shop_id, kind, inquiry_no, inquiry_status_id, inquiry_type_id, inquiry_category_id, inquiry_category, name,
      name_kana, email, content, operator_id, waiting_since, decision, terms_version, idempotency_key, request_digest, created_at)
    select 2, kind, case kind when 'contact' then 'Q' else 'S' end || lpad(n::text, 8, '0'), case when n > ${inquiries} - 200 then 1 else 6 end,
      1 + n % 3, 1 + n % 5, '', (array['佐藤','鈴木','高橋','田中'])[1 + n % 4] || ' 花' || md5(n::text)::varchar(3), '',
      'm' || n || '@example.com', '', (select min(id) + n % ${OPERATORS.length} from operator where email like 'bench%'),
      case when kind = 'contact' and n > ${inquiries} - 100 then ${at(inquiries)} end,
      case when kind = 'supplier' and n < ${inquiries} - 50 then case when n % 20 = 0 then 'refused' else 'approved' end end,
      '1', 'b' || kind || n, '', ${at(inquiries)}
    from generate_series(1, ${inquiries}) n join (values ('contact', 1), ('supplier', 20)) of_kind (kind, each) on n % each = 0`)
  const requests = Math.ceil(orders / 50)
  await run(`insert into privacy_request (shop_id, customer_id, kind, source, state, content, due_on, closed_at, actor_kind, actor_name, created_at)
    select 2, c.id, (array['disclosure','erasure','stop','correction'])[1 + n % 4], 'phone', case when n > ${requests} - 20 then 'working' else 'done' end,
      '', (${at(requests)})::date + 14, case when n > ${requests} - 20 then null else ${at(requests)} + interval '5 days' end, 'system', 'bench', ${at(requests)}
    from generate_series(1, ${requests}) n
    join lateral (select id from customer where shop_id = 2 order by id offset n % 100 limit 1) c on true`)
  await run('vacuum analyze audit_event, inquiry, privacy_request')
  await client.end()
}
