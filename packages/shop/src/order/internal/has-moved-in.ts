import { sql } from 'drizzle-orm'

/** Whether the order of the query was imported from the shop's former system. */
export const hasMovedIn = sql<boolean>`exists (select from moved_row m
  where m.shop_id = orders.shop_id and m.kind = 'order' and m.row_id = orders.id)`
