import type { Queryable } from '@kushi/db/connect'
import { order_item, orders } from '@kushi/db/schema/order'
import { refersToCondition } from '@kushi/db/shop-scope'
import type { ReplacementKind } from '@kushi/values/order-status'
import { and, desc, eq, ne, sql } from 'drizzle-orm'
import type { OrderRow } from './order-row.ts'

type Key = Pick<OrderRow, 'shop_id' | 'id'>

/** 再送・交換 of an order, newest first. */
export async function loadReplacements(db: Queryable, { shop_id, id }: Key) {
  const rows = await db
    .select()
    .from(orders)
    .where(and(eq(orders.shop_id, shop_id), eq(orders.replaces_order_id, id)))
    .orderBy(desc(orders.id))
  return rows as (OrderRow & { replacement_kind: ReplacementKind })[]
}

/**
 * Whether returned items of a 再送・交換 of an order were settled, including their stock. A caller that decides by it has
 * locked the order.
 */
export const hasSettledReturn = async (db: Queryable, key: Key): Promise<boolean> =>
  (await loadReplacements(db, key)).some(({ goods_back_at }) => goods_back_at !== null)

/**
 * Exchanges that were shipped and whose returned items are not recorded yet: the condition of `nextStep` in SQL, and of
 * the index `orders_awaiting_goods`.
 */
export const awaitsReturnedGoodsCondition = sql`${orders.replacement_kind} = 'exchange' and ${orders.goods_back_at} is null
  and ${orders.status} in ('shipped', 'delivered')`

/** How many pieces of each item of an order were replaced, by item id, without cancelled replacements. */
export async function loadReplacedPieces(db: Queryable, { shop_id, id }: Key): Promise<Map<number, number>> {
  const rows = await db
    .select({ item: order_item.replaces_item_id, pieces: sql<number>`sum(${order_item.quantity})::int` })
    .from(order_item)
    .innerJoin(orders, refersToCondition(order_item.order_id, orders))
    .where(
      and(
        eq(order_item.shop_id, shop_id),
        eq(orders.shop_id, shop_id),
        eq(orders.replaces_order_id, id),
        ne(orders.status, 'cancelled'),
      ),
    )
    .groupBy(order_item.replaces_item_id)
  return new Map(rows.map(({ item, pieces }) => [item!, pieces]))
}
