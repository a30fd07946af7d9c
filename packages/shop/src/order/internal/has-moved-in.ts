import { moved_row } from '@kushi/db/schema/move-in'
import { orders } from '@kushi/db/schema/order'
import { sql } from 'drizzle-orm'

/** Whether the order of the query comes from the system that the shop had before. */
export const hasMovedIn = sql<boolean>`exists (select from ${moved_row}
  where ${moved_row.shop_id} = ${orders.shop_id} and ${moved_row.kind} = 'order' and ${moved_row.row_id} = ${orders.id})`
