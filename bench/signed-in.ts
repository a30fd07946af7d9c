import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'

/** The cookie of an operator's session, as after both factors. */
export async function signedIn(pool: pg.Pool, name: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await pool.query(
    `with who as (insert into operator (email, name, created_at) values ($1, $2, now())
         on conflict (email) do update set name = excluded.name returning id),
       role as (insert into operator_role (shop_id, operator_id, role) select 2, id, 'manager' from who on conflict do nothing)
     insert into operator_session (token_hash, operator_id, user_agent, ip, created_at, seen_at, expires_at, confirmed_at)
     select $3, id, '', '', now(), now(), now() + interval '1 day', now() from who`,
    [`${name}@bench.example`, name, createHash('sha256').update(token).digest()],
  )
  return `kushi_operator=${token}`
}
