import { isAnyOfCondition } from '@kushi/db/bulk-rows'
import type { Queryable } from '@kushi/db/connect'
import { orders } from '@kushi/db/schema/order'
import type { subscription } from '@kushi/db/schema/subscription'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { and, asc, inArray, sql } from 'drizzle-orm'

/** The last order of a cancelled contract, which is still to be delivered. */
export interface LastOrder {
  order_no: string
  /** null: its day is not known. */
  delivery_date: CalendarDate | null
}

type Contract = Pick<typeof subscription.$inferSelect, 'shop_id' | 'id' | 'summary_status'>

/**
 * The order of each cancelled contract that has not arrived, the last one if there are several; null for others. One
 * query for any number of contracts, and none if no contract is cancelled.
 */
export async function loadLastOrders(
  db: Queryable,
  contracts: readonly Contract[],
): Promise<(contract: Contract) => LastOrder | null> {
  const over = contracts.filter(({ summary_status }) => summary_status === SUBSCRIPTION_STATUS.cancel)
  if (over.length === 0) return () => null
  const found = await db
    .select({
      shop_id: orders.shop_id,
      subscription_id: orders.subscription_id,
      order_no: orders.order_no,
      delivery_date: sql<CalendarDate | null>`coalesce(${orders.delivery_date}, ${orders.expected_date})`,
    })
    .from(orders)
    .where(
      and(
        isAnyOfCondition(
          orders.shop_id,
          over.map(({ shop_id }) => shop_id),
        ),
        isAnyOfCondition(
          orders.subscription_id,
          over.map(({ id }) => id),
        ),
        inArray(orders.status, ['received', 'payment_pending', 'arranged', 'shipped']),
      ),
    )
    .orderBy(asc(orders.id))
  const lastOf = new Map(
    found.map(({ shop_id, subscription_id, ...order }) => [`${shop_id}:${subscription_id}`, order]),
  )
  return ({ shop_id, id }) => lastOf.get(`${shop_id}:${id}`) ?? null
}
