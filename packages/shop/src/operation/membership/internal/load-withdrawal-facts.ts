import { orders } from '@kushi/db/schema/order'
import { subscription } from '@kushi/db/schema/subscription'
import { and, asc, eq, gt, inArray, isNotNull, ne, or, sql } from 'drizzle-orm'
import type { LeadContext } from '../../../catalogue/delivery/index.ts'
import { loadWithDetails, openRestRefunds } from '../../../sales/subscription/index.ts'
import { OPEN_ORDER, withdrawalProblem } from '../rules/withdrawal-problem.ts'

export interface MemberKey {
  shop_id: number
  customer_id: number
}

/** Subscriptions that are not finished: prepaid deliveries still come after a cancellation. */
export const runningSubscriptions = ({ shop_id, customer_id }: MemberKey) =>
  and(
    eq(subscription.shop_id, shop_id),
    eq(subscription.customer_id, customer_id),
    gt(subscription.summary_status, 0),
    or(ne(subscription.summary_status, 6), isNotNull(subscription.final_cycle)),
  )

/** Returns what comes before a withdrawal takes effect, and what the withdrawal ends. */
export async function loadWithdrawalFacts(ctx: LeadContext, member: MemberKey) {
  const { db } = ctx
  const open = await db
    .select({ order_no: orders.order_no, status: orders.status })
    .from(orders)
    .where(
      and(
        eq(orders.shop_id, member.shop_id),
        eq(orders.customer_id, member.customer_id),
        inArray(orders.status, [...OPEN_ORDER]),
      ),
    )
    .orderBy(asc(orders.id))
    .limit(1)
  const rows = await db.select().from(subscription).where(runningSubscriptions(member)).orderBy(asc(subscription.id))
  const subscriptions = await loadWithDetails(ctx, rows)
  const mine = sql`e.subscription_id in (select id from ${subscription}
    where shop_id = ${member.shop_id} and customer_id = ${member.customer_id})`
  const refunds = await openRestRefunds(db, member.shop_id, mine)
  return { subscriptions, problem: withdrawalProblem({ orders: open, subscriptions, refunds }, ctx.clock.today()) }
}
