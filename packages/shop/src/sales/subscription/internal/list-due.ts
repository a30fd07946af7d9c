import type { Queryable } from '@kushi/db/connect'
import { orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { subscription } from '@kushi/db/schema/subscription'
import { refersToCondition } from '@kushi/db/shop-scope'
import { RUNNING_SUBSCRIPTION_STATUSES } from '@kushi/values/subscription-status'
import { and, asc, eq, gt, inArray, isNotNull, isNull, ne, notExists, or, sql } from 'drizzle-orm'
import { type LeadTimeContext, loadLeadTimes } from '../../../catalogue/delivery/index.ts'
import type { PaymentKey } from '../../payment/index.ts'
import { isArrangementDue } from '../rules/due.ts'
import { arrangementDueCondition } from './arrangement-due-by.ts'
import { type LoadedSubscription, loadSubscriptionsWithDetails } from './load-subscription.ts'

/**
 * Returns subscriptions of the shop that today's run has to arrange, with ids above `after`, in order of their
 * ids; and the last id as the start of the next block (null: no more). The query only narrows the rows: `isArrangementDue`
 * decides.
 */
export async function listDueSubscriptions(
  ctx: LeadTimeContext,
  after: number,
  limit: number,
): Promise<{ due: LoadedSubscription[]; last: number | null }> {
  const { db, shop_id } = ctx
  const today = ctx.clock.today()
  const underWay = db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.shop_id, subscription.shop_id),
        eq(orders.subscription_id, subscription.id),
        eq(orders.cycle, subscription.cycle),
        ne(orders.status, 'payment_error'),
      ),
    )
  const rows = await db
    .select()
    .from(subscription)
    .where(
      and(
        eq(subscription.shop_id, shop_id),
        gt(subscription.id, after),
        arrangementDueCondition(await loadLeadTimes(ctx), today),
        or(inArray(subscription.summary_status, RUNNING_SUBSCRIPTION_STATUSES), isNotNull(subscription.final_cycle)),
        notExists(underWay),
      ),
    )
    .orderBy(asc(subscription.id))
    .limit(limit)
  const loaded = await loadSubscriptionsWithDetails(ctx, rows)
  return { due: loaded.filter((one) => isArrangementDue(one, today)), last: rows.at(-1)?.id ?? null }
}

/** Minutes after which whoever was sent to a provider's page, by a link, should be back. */
const AWAY_MINUTES = 30

/** Deliveries whose payment another run, process or payer has not finished, with no current claim. */
export async function listOpenCharges(
  { db, shop_id }: { db: Queryable; shop_id: number },
  limit: number,
): Promise<(PaymentKey & { payment_method_id: number | null })[]> {
  return db
    .select({
      shop_id: payment.shop_id,
      provider_order_id: payment.provider_order_id,
      payment_method_id: payment.payment_method_id,
    })
    .from(payment)
    .innerJoin(orders, refersToCondition(payment.order_id, orders))
    .where(
      and(
        eq(payment.shop_id, shop_id),
        or(
          inArray(payment.state, ['intent', 'held', 'returned']),
          and(
            eq(payment.state, 'redirected'),
            sql`${payment.updated_at} < now() - ${AWAY_MINUTES} * interval '1 minute'`,
          ),
        ),
        gt(orders.cycle, 1),
        or(isNull(payment.claimed_until), sql`${payment.claimed_until} < now()`),
      ),
    )
    .orderBy(asc(payment.id))
    .limit(limit)
}
