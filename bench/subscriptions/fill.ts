import { createHash } from 'node:crypto'
import type { Database } from '@kushi/db/connect'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { dueDelivery, laterDelivery } from './days.ts'
import { vaultMember } from './save-card.ts'

/** The SKU of all of them, used only here, so that no other order takes its stock. */
export const sku = 900_101
/** Initial stock: more than is ever sold. */
export const stock = 100_000_000

/**
 * Adds `count` subscriptions, two per member, every `share`-th pair of them due, and tokens for 1,000 members whose
 * subscriptions are not due. Returns the number of due ones, and those tokens. `day`: next delivery day of the due
 * ones.
 */
export async function fill(
  { pool }: Database,
  count: number,
  share: number,
  day: CalendarDate = dueDelivery,
): Promise<{ due: number; tokens: string[] }> {
  const { rows: known } = await pool.query<{ columns: string }>(
    `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
     where table_name = 'product_sku' and is_generated = 'NEVER'`,
  )
  const { columns } = known[0]!
  await pool.query(
    `insert into product_sku (${columns}) overriding system value
     select ${columns} from (
       select (jsonb_populate_record(s, $1)).* from product_sku s where shop_id = 2 and id = 101) copied on conflict do nothing`,
    [{ id: sku, product_code: 'BENCH', stock }],
  )
  const { rows } = await pool.query<{ id: number }>(
    `insert into customer (shop_id, email, gmo_id, name01, name02, kana01, kana02, postal_code01, postal_code02, pref_id, addr01, addr02, addr03, phone_number)
     select 2, 'subscriber' || gen_random_uuid() || '@example.com', $1, '試験', '花子', 'しけん', 'はなこ', '248', '0006', 14, '鎌倉市小町', '0-0-1', '', '09000000000'
     from generate_series(1, $2) returning id`,
    [vaultMember, Math.ceil(count / 2)],
  )
  const ids = rows.map(({ id }) => id)
  const isDue = (index: number) => index % share === 0
  await pool.query(
    `with made as (
       insert into subscription (shop_id, customer_id, summary_status, delivery_id, name01, name02, kana01, kana02, postal_code01,
         postal_code02, pref_id, addr01, addr02, addr03, phone_number, subscription_division_id, param1, next_delivery_date,
         next_next_delivery_date, payment_method_id, card_seq, delivery_fee, cycle)
       select 2, c.id, 1, 1, name01, name02, kana01, kana02, postal_code01, postal_code02, pref_id, addr01, addr02, addr03,
         phone_number, 3, 30, d, d + 30, 1, 0, 660, 2
       from unnest($1::int[], $2::date[]) as t(id, d) join customer c on c.shop_id = 2 and c.id = t.id, generate_series(1, 2) limit $3
       returning shop_id, id)
     insert into subscription_order_item (shop_id, subscription_id, product_sku_id, quantity, following_price)
     select made.shop_id, made.id, s.id, 1, coalesce(s.subscription_price, s.price) from made join product_sku s on s.shop_id = 2 and s.id = ${sku}`,
    [ids, ids.map((_, index) => (isDue(index) ? day : laterDelivery)), count],
  )
  await pool.query('analyze')
  const readers = ids.filter((_, index) => !isDue(index)).slice(0, 1000)
  return { due: 2 * ids.filter((_, index) => isDue(index)).length, tokens: await signIn(pool, readers) }
}

async function signIn(pool: Database['pool'], ids: number[]): Promise<string[]> {
  const tokens = ids.map((id) => `bench-token-${id}-0123456789012345678901234567`)
  await pool.query(
    `insert into access_token (token_hash, shop_id, customer_id, provider, expires_at)
     select hash, 2, id, 'customer', now() + interval '30 days' from unnest($1::bytea[], $2::int[]) as t(hash, id)`,
    [tokens.map((token) => createHash('sha256').update(token).digest()), ids],
  )
  return tokens
}
