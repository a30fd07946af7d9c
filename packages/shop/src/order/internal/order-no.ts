import type { Queryable } from '@kushi/db/connect'
import { sql } from 'drizzle-orm'

interface Press {
  shop_id: number
  customer_id: number
  idempotency_key: string
}

/**
 * ご注文番号 of a press on 「注文を確定する」, `K3F9A2C-7B4E9D29AF`: 64 bits that follow from the member and the client's key, so
 * that the same press after a restore has the number that the provider knows, and nothing is charged again. The moment of
 * the registration belongs to it, since ids and weak keys repeat when a database is made anew.
 */
export async function orderNoOf(db: Queryable, { shop_id, customer_id, idempotency_key }: Press): Promise<string> {
  // 0 and 1 are the digits that are taken for letters.
  const digest = sql`upper(translate(encode(sha256(convert_to(concat_ws(E'\\n', shop_id, id, extract(epoch from created_at), ${idempotency_key}::text), 'UTF8')), 'hex'), '01', 'gh'))`
  const { rows } = await db.execute<{ order_no: string }>(sql`
    select 'K' || left(d, 6) || '-' || substr(d, 7, 10) as order_no
    from (select ${digest} as d from customer where shop_id = ${shop_id} and id = ${customer_id}) as made`)
  return rows[0]!.order_no
}
