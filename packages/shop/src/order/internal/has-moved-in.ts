import { sql } from 'drizzle-orm'

/** Whether the order of the query comes from the system that the shop had before. */
export const hasMovedIn = sql<boolean>`exists (select from moved_row m
  where m.shop_id = orders.shop_id and m.kind = 'order' and m.row_id = orders.id)`
