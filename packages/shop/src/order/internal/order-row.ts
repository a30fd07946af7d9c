import type { order_item, orders } from '@kushi/db/schema/order'

export type OrderRow = typeof orders.$inferSelect
export type ItemRow = typeof order_item.$inferSelect
/** A sold item before it has an id. */
export type SoldItem = Omit<ItemRow, 'id' | 'replaces_item_id'>
