import { customer } from '@kushi/db/schema/customer'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

// 0 and 1 are the digits that are taken for letters.
const digest = (key: SQLWrapper | string) =>
  sql`upper(translate(encode(sha256(convert_to(concat_ws(E'\\n', ${customer.shop_id}, ${customer.id}, extract(epoch from ${customer.created_at}), ${key}::text), 'UTF8')), 'hex'), '01', 'gh'))`

/**
 * ご注文番号 of a press on 「注文を確定する」, `K3F9A2C-7B4E9D29AF`, in a query of its member: 64 bits that follow from the member and the
 * client's key, so that the same press after a restore has the number that the provider knows, and nothing is charged again. The moment
 * of the registration belongs to it, since ids and weak keys repeat when a database is made anew.
 */
export const orderNoOf = (key: SQLWrapper | string): SQL<string> =>
  sql<string>`'K' || overlay(left(${digest(key)}, 16) placing '-' from 7 for 0)`
