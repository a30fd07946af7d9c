import type { Queryable } from '@kushi/db/connect'
import { orders } from '@kushi/db/schema/order'
import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'

const earlier = alias(orders, 'earlier')

/**
 * 初回, matching `orders.is_repeat`: the member has no earlier valid order. `offset 0` forces a lookup per order by the
 * member's index, instead of a join over all orders, which can't stop when a page is full. Names the shop itself,
 * because a distributed database locks no rows beside a subselect that takes the shop from them.
 */
export const isFirstOrderCondition = (shop_id: number) => sql<boolean>`not exists (select from ${orders} earlier
  where ${earlier.shop_id} = ${shop_id} and ${earlier.customer_id} = ${orders.customer_id}
    and ${earlier.id} < ${orders.id} and ${earlier.status} not in ('payment_pending', 'payment_error', 'cancelled') offset 0)`

/**
 * Clears `is_repeat` on orders of these members (SQL for `any (…)`) that have no earlier valid order any more. Skips
 * locked rows, so that it never waits while it holds locks; the hourly job handles them later.
 */
export async function clearRepeatFlags(db: Queryable, shop_id: number, customer_ids: SQL): Promise<void> {
  await db.execute(sql`update ${orders} set is_repeat = false where ${orders.shop_id} = ${shop_id} and ${orders.id} = any(array(
    select ${orders.id} from ${orders}
    where ${orders.shop_id} = ${shop_id} and ${orders.customer_id} = any(${customer_ids}) and ${orders.is_repeat} and ${isFirstOrderCondition(shop_id)}
    for no key update skip locked))`)
}
