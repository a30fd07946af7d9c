import { isAnyOfCondition } from '@kushi/db/bulk-rows'
import type { Queryable } from '@kushi/db/connect'
import { order_credit, order_credit_item, order_item, orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { refersToCondition } from '@kushi/db/shop-scope'
import { sum } from '@kushi/values/sum'
import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { FirstPayment } from '../rules/yearly.ts'

interface Contract {
  shop_id: number
  id: number
}

/** The first order of a yearly contract with its last payment. */
export interface FirstOrder extends FirstPayment {
  order_id: number
  order_no: string
  /** Points that paid for the yearly items. */
  used_points: number
}

/** The first orders of these yearly contracts. Returns null for one that began elsewhere. */
export async function loadFirstOrders(
  db: Queryable,
  rows: readonly Contract[],
): Promise<(row: Contract) => FirstOrder | null> {
  const found = new Map<string, FirstOrder>()
  if (rows.length > 0) {
    const shops = rows.map(({ shop_id }) => shop_id)
    const ids = rows.map(({ id }) => id)
    const firsts = await db
      .select({ order: orders, paid: payment })
      .from(orders)
      .leftJoin(payment, refersToCondition(payment.order_id, orders))
      .where(
        and(
          isAnyOfCondition(orders.shop_id, shops),
          isAnyOfCondition(orders.subscription_id, ids),
          eq(orders.cycle, 1),
        ),
      )
      .orderBy(asc(payment.id))
    const order_ids = firsts.map(({ order }) => order.id)
    const sold = await db
      .select()
      .from(order_item)
      .where(and(isAnyOfCondition(order_item.shop_id, shops), isAnyOfCondition(order_item.order_id, order_ids)))
    const credited = await db
      .select({
        shop_id: order_credit.shop_id,
        order_id: order_credit.order_id,
        amount: sql<number>`sum(${order_credit_item.amount})::int`,
      })
      .from(order_credit)
      .innerJoin(order_credit_item, refersToCondition(order_credit_item.order_credit_id, order_credit))
      .where(
        and(
          isAnyOfCondition(order_credit.shop_id, shops),
          isAnyOfCondition(order_credit.order_id, order_ids),
          ne(order_credit_item.kind, 'reduction'),
        ),
      )
      .groupBy(order_credit.shop_id, order_credit.order_id)
    for (const { order, paid } of firsts) {
      const { shop_id, id: order_id, order_no, status } = order
      const isIts = (one: { shop_id: number; order_id: number }) => one.shop_id === shop_id && one.order_id === order_id
      const yearly = sold.filter((item) => isIts(item) && item.lump_sum_payment_flag)
      found.set(`${shop_id}:${order.subscription_id}`, {
        order_id,
        order_no,
        status,
        paid,
        paid_amount: sum(yearly.map((item) => item.subtotal - item.discount_amount)),
        // One more was promised for each that did not arrive, but it was not paid again.
        paid_for: Math.max(1, ...yearly.map((item) => item.lump_sum_payment_num ?? 1)),
        taken_back: credited.find(isIts)?.amount ?? 0,
        used_points: sum(yearly.map(({ point_discount }) => point_discount)),
      })
    }
  }
  return ({ shop_id, id }) => found.get(`${shop_id}:${id}`) ?? null
}
