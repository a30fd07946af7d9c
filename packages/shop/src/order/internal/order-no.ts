import { type SQL, sql } from 'drizzle-orm'

/**
 * ご注文番号 of a press on 「注文を確定する」, `K3F9A2C-7B4E9D29AF`: 64 bits that follow from the member and the client's key, so
 * that the same press after a restore has the number that the provider knows, and nothing is charged again. The moment of
 * the registration belongs to it, since ids and weak keys repeat when a database is made anew.
 */
export function orderNoOf({ customer_id, idempotency_key }: { customer_id: number; idempotency_key: string }): SQL {
  // 0 and 1 are the digits that are taken for letters.
  const digest = sql`upper(translate(encode(sha256(convert_to(concat_ws(E'\\n', shop_id, id, extract(epoch from created_at), ${idempotency_key}::text), 'UTF8')), 'hex'), '01', 'gh'))`
  return sql`(select 'K' || left(d, 6) || '-' || substr(d, 7, 10) from (select ${digest} as d from customer where id = ${customer_id}) as made)`
}
