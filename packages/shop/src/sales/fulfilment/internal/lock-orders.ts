import { isAnyOfCondition } from '@kushi/db/bulk-rows'
import type { Tx } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { subscription } from '@kushi/db/schema/subscription'
import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { lockOrder } from '../../order/index.ts'

/**
 * Locks orders of one shop with their last payments, in the sequence of `lockOrder`, each kind by id. A single id waits
 * for its locks. Of several ids it skips an order if another transaction has locked the order, its subscription, member
 * or payment; and it takes only one order of a subscription. `isTried`: a dry run that locks nothing. `lockOrder` is
 * for callers that must have their order, and know only its id.
 */
export async function lockOrders(
  tx: Tx,
  shop_id: number,
  ids: readonly number[],
  { isTried }: { isTried: boolean },
): Promise<Awaited<ReturnType<typeof lockOrder>>[]> {
  const how = ids.length > 1 ? ({ skipLocked: true } as const) : {}
  const mine = and(eq(orders.shop_id, shop_id), isAnyOfCondition(orders.id, ids))
  const found = tx.select().from(orders).where(mine).orderBy(asc(orders.id))
  const free = isTried ? null : await lockSubscriptions(tx, shop_id, mine, how)
  const held = isTried ? null : await holdMembers(tx, shop_id, mine, how)
  const rows = await (isTried ? found : found.for('update', how))
  const chosen = rows.filter(
    ({ subscription_id, customer_id }) =>
      // A single one that waited for a merge is another member's now.
      (held === null || ids.length === 1 || held.has(customer_id)) &&
      (free === null || subscription_id === null || free.delete(subscription_id)),
  )
  const last = await tx
    .selectDistinctOn([payment.order_id], { id: payment.id, order_id: payment.order_id })
    .from(payment)
    .where(
      and(
        eq(payment.shop_id, shop_id),
        isAnyOfCondition(
          payment.order_id,
          chosen.map(({ id }) => id),
        ),
      ),
    )
    .orderBy(payment.order_id, desc(payment.id))
  const wanted = isAnyOfCondition(
    payment.id,
    last.map(({ id }) => id),
  )
  const payments = tx
    .select()
    .from(payment)
    .where(and(eq(payment.shop_id, shop_id), wanted))
    .orderBy(asc(payment.id))
  const paid = new Map((await (isTried ? payments : payments.for('update', how))).map((row) => [row.order_id, row]))
  const isPaid = new Set(last.map(({ order_id }) => order_id))
  return chosen.flatMap((order) => {
    const its = paid.get(order.id) ?? null
    return its === null && isPaid.has(order.id) ? [] : [{ order, paid: its }]
  })
}

/** Locks the subscriptions of these orders; returns the ids of those that it could lock. */
async function lockSubscriptions(
  tx: Tx,
  shop_id: number,
  ofOrders: ReturnType<typeof and>,
  how: { skipLocked?: true },
): Promise<Set<number>> {
  const named = tx.select({ id: orders.subscription_id }).from(orders).where(ofOrders)
  const locked = await tx
    .select({ id: subscription.id })
    .from(subscription)
    .where(and(eq(subscription.shop_id, shop_id), inArray(subscription.id, named)))
    .orderBy(asc(subscription.id))
    .for('update', how as { skipLocked: true })
  return new Set(locked.map(({ id }) => id))
}

/** Keeps the members of these orders from leaving or being merged; returns the ids of those that it could hold. */
async function holdMembers(
  tx: Tx,
  shop_id: number,
  ofOrders: ReturnType<typeof and>,
  how: { skipLocked?: true },
): Promise<Set<number>> {
  const named = tx.select({ id: orders.customer_id }).from(orders).where(ofOrders)
  const held = await tx
    .select({ id: customer.id })
    .from(customer)
    .where(and(eq(customer.shop_id, shop_id), inArray(customer.id, named)))
    .orderBy(asc(customer.id))
    .for('key share', how as { skipLocked: true })
  return new Set(held.map(({ id }) => id))
}
