import { type SQL, sql } from 'drizzle-orm'
import { moved_row } from './schema/move-in.ts'

/**
 * Condition: the order was sold by the shop's former system. It is no sale of this shop, so books and sales figures
 * leave it out.
 */
export const movedInCondition = (shop_id: SQL, order_id: SQL) => sql<boolean>`exists (
  select from ${moved_row} m where m.shop_id = ${shop_id} and m.kind = 'order' and m.row_id = ${order_id})`
