import { createHash } from 'node:crypto'
import { type Database, jobTimeouts, openDatabase } from '@kushi/db/connect'

/** Members created for the load, each with a token. */
export interface BenchMembers {
  /** Tokens never used for a cart before. */
  tokens: string[]
}

const count = 40_000

/**
 * Inserts members with plain SQL (they never log in by password) and enough stock for any number of orders. `more` runs
 * at the end.
 */
export async function prepareMembers(
  databaseUrl: string,
  more?: (database: Database) => Promise<void>,
): Promise<BenchMembers> {
  const database = openDatabase(databaseUrl, jobTimeouts)
  const { pool, close } = database
  await pool.query(
    `insert into customer (shop_id, email, name01, name02, kana01, kana02, postal_code01, postal_code02, pref_id, addr01, addr02, addr03, phone_number)
     select 2, 'bench' || n || '@example.com', '試験', '花子', 'しけん', 'はなこ', '248', '0006', 14, '鎌倉市小町', '0-0-' || n, '', '09000000000'
     from generate_series(1, $1) n`,
    [count],
  )
  const { rows } = await pool.query<{ id: number }>(`select id from customer where email like 'bench%' order by id`)
  const tokens = rows.map(({ id }) => `bench-token-${id}-0123456789012345678901234567`)
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest())
  await pool.query(
    `insert into access_token (token_hash, shop_id, customer_id, provider, expires_at)
     select hash, 2, id, 'customer', now() + interval '30 days' from unnest($1::bytea[], $2::int[]) as t(hash, id)`,
    [hashes, rows.map(({ id }) => id)],
  )
  await pool.query(`update product_sku set stock = 100000000 where stock > 5`)
  await pool.query('analyze')
  await more?.(database)
  await close()
  return { tokens }
}
