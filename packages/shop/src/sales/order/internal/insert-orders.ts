import { insertRows } from '@kushi/db/bulk-rows'
import type { Tx } from '@kushi/db/connect'
import { orders } from '@kushi/db/schema/order'
import type { OrderRow } from './order-row.ts'

/** An order before it has an id, with every column, so that no writer of orders forgets one. */
export type NewOrder = Omit<OrderRow, 'id'>

/**
 * Writes orders and returns their rows, in their order. `skipExisting`: leaves out an order whose number, key or cycle
 * exists; otherwise it is an error, and nothing is written.
 */
export async function insertOrders(
  tx: Tx,
  all: readonly NewOrder[],
  how: { skipExisting?: boolean } = {},
): Promise<OrderRow[]> {
  const written = await insertRows(tx, orders, all, ['id', 'order_no'], how)
  const idOf = new Map(written.map(({ id, order_no }) => [order_no, id]))
  return all.flatMap((order) => {
    const id = idOf.get(order.order_no)
    return id === undefined ? [] : [{ ...order, id }]
  })
}
