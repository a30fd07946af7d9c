import { owedCondition } from '@kushi/db/owed'
import { orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { subscription } from '@kushi/db/schema/subscription'
import { refersToCondition } from '@kushi/db/shop-scope'
import { and, asc, eq, gt, inArray, isNotNull, ne, or } from 'drizzle-orm'
import type { LeadTimeContext } from '../../../catalogue/delivery/index.ts'
import { loadSubscriptionsWithDetails } from '../../../sales/subscription/index.ts'
import { OPEN_ORDER_STATUSES, withdrawalProblem } from '../rules/withdrawal-problem.ts'

/** Key of a member: shop and member id. */
export interface MemberKey {
  shop_id: number
  customer_id: number
}

/**
 * SQL condition: subscriptions of the member that are not finished. A cancelled one with prepaid deliveries still to
 * come counts too.
 */
export const unfinishedSubscriptionsCondition = ({ shop_id, customer_id }: MemberKey) =>
  and(
    eq(subscription.shop_id, shop_id),
    eq(subscription.customer_id, customer_id),
    gt(subscription.summary_status, 0),
    or(ne(subscription.summary_status, 6), isNotNull(subscription.final_cycle)),
  )

/**
 * Returns the unfinished subscriptions, and as a sentence what must be finished before a withdrawal takes effect
 * (null: nothing).
 */
export async function loadWithdrawalFacts(ctx: LeadTimeContext, member: MemberKey) {
  const { db } = ctx
  const open = await db
    .select({ order_no: orders.order_no, status: orders.status })
    .from(orders)
    .where(
      and(
        eq(orders.shop_id, member.shop_id),
        eq(orders.customer_id, member.customer_id),
        inArray(orders.status, [...OPEN_ORDER_STATUSES]),
      ),
    )
    .orderBy(asc(orders.id))
    .limit(1)
  const rows = await db
    .select()
    .from(subscription)
    .where(unfinishedSubscriptionsCondition(member))
    .orderBy(asc(subscription.id))
  const subscriptions = await loadSubscriptionsWithDetails(ctx, rows)
  const owed = await db
    .select({ order_no: orders.order_no })
    .from(orders)
    .innerJoin(payment, refersToCondition(payment.order_id, orders))
    .where(and(eq(orders.shop_id, member.shop_id), eq(orders.customer_id, member.customer_id), owedCondition))
    .orderBy(asc(orders.id))
    .limit(1)
  return { subscriptions, problem: withdrawalProblem({ orders: open, subscriptions, owed }, ctx.clock.today()) }
}
