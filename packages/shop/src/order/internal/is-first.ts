import type { Queryable } from '@kushi/db/connect'
import { orders } from '@kushi/db/schema/order'
import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'

const earlier = alias(orders, 'earlier')

/**
 * 初回, as `orders.is_repeat` says it: no earlier order of its member stands. `offset 0`: asked of one order after the other, by the index of
 * the member's, and not of all orders at once by a join, which can't stop where a page is full. By the shop itself: a distributed database
 * locks no rows beside a question that takes the shop from them.
 */
export const isFirst = (shop_id: number) => sql<boolean>`not exists (select from ${orders} earlier
  where ${earlier.shop_id} = ${shop_id} and ${earlier.customer_id} = ${orders.customer_id}
    and ${earlier.id} < ${orders.id} and ${earlier.status} not in ('payment_pending', 'payment_error', 'cancelled') offset 0)`

/**
 * Takes `is_repeat` back from orders of these members (what stands in `any (…)`) before which none stands any more. A row that is in
 * other hands is passed over, so that nobody waits here with something locked; the hourly job comes back to it.
 */
export async function takeRepeatsBack(db: Queryable, shop_id: number, customer_ids: SQL): Promise<void> {
  await db.execute(sql`update ${orders} set is_repeat = false where ${orders.shop_id} = ${shop_id} and ${orders.id} = any(array(
    select ${orders.id} from ${orders}
    where ${orders.shop_id} = ${shop_id} and ${orders.customer_id} = any(${customer_ids}) and ${orders.is_repeat} and ${isFirst(shop_id)}
    for no key update skip locked))`)
}
