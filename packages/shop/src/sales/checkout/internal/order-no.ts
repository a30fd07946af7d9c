import { customer } from '@kushi/db/schema/customer'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

// 0 and 1 can be mistaken for letters, so they become G and H.
const digest = (key: SQLWrapper | string) =>
  sql`upper(translate(encode(sha256(convert_to(concat_ws(E'\\n', ${customer.shop_id}, ${customer.id}, extract(epoch from ${customer.created_at}), ${key}::text), 'UTF8')), 'hex'), '01', 'gh'))`

/**
 * ご注文番号 of a press on 「注文を確定する」, `K3F9A2C-7B4E9D29AF`, in a query on its member: 64 bits derived from the member and
 * the client's key. So the same press after a restore gets the number that the provider knows, and nothing is charged
 * again. The time of registration is included, because ids and weak keys repeat when a database is made anew.
 */
export const orderNoSql = (key: SQLWrapper | string): SQL<string> =>
  sql<string>`'K' || overlay(left(${digest(key)}, 16) placing '-' from 7 for 0)`
