import { type SQL, sql } from 'drizzle-orm'
import { moved_row } from './schema/move-in.ts'

/** Whether the shop's former system sold this order: it is no sale of this shop, in no book and no figure of sales. */
export const isMovedIn = (shop_id: SQL, order_id: SQL) => sql<boolean>`exists (
  select from ${moved_row} m where m.shop_id = ${shop_id} and m.kind = 'order' and m.row_id = ${order_id})`
