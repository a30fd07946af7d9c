import { isAmong } from '@kushi/db/bulk-rows'
import type { Queryable } from '@kushi/db/connect'
import { orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { and, asc, eq } from 'drizzle-orm'
import type { FirstPayment } from '../rules/yearly.ts'

interface Contract {
  shop_id: number
  id: number
}

/** The first orders of these subscriptions with their last payment. Returns null for one that began elsewhere. */
export async function loadFirstPayments(
  db: Queryable,
  rows: readonly Contract[],
): Promise<(row: Contract) => FirstPayment | null> {
  const found = new Map<string, FirstPayment>()
  if (rows.length > 0) {
    const shops = rows.map(({ shop_id }) => shop_id)
    const ids = rows.map(({ id }) => id)
    const firsts = await db
      .select({ order: orders, paid: payment })
      .from(orders)
      .leftJoin(payment, and(eq(payment.shop_id, orders.shop_id), eq(payment.order_id, orders.id)))
      .where(and(isAmong(orders.shop_id, shops), isAmong(orders.subscription_id, ids), eq(orders.cycle, 1)))
      .orderBy(asc(payment.id))
    for (const { order, paid } of firsts)
      found.set(`${order.shop_id}:${order.subscription_id}`, { status: order.status, paid })
  }
  return ({ shop_id, id }) => found.get(`${shop_id}:${id}`) ?? null
}
