import { subscription } from '@kushi/db/schema/subscription'
import {
  FAILED_SUBSCRIPTION_STATUSES,
  RUNNING_SUBSCRIPTION_STATUSES,
  SUBSCRIPTION_STATUS,
} from '@kushi/values/subscription-status'
import { and, asc, eq, gte, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Handler } from '../../context.ts'
import { loadSubscriptionsWithDetails, ownSubscriptionsCondition } from './internal/load-subscription.ts'
import { buildSubscriptionView } from './internal/show-subscription.ts'

const { pause, cancel } = SUBSCRIPTION_STATUS

/** A cancelled yearly payment stays in the tab of active ones until its last delivery has arrived. */
const paidAhead = and(eq(subscription.summary_status, cancel), gte(subscription.final_cycle, subscription.cycle))
const tabs = {
  active: or(inArray(subscription.summary_status, RUNNING_SUBSCRIPTION_STATUSES), paidAhead),
  paused: eq(subscription.summary_status, pause),
  cancelled: and(
    eq(subscription.summary_status, cancel),
    or(isNull(subscription.final_cycle), lt(subscription.final_cycle, subscription.cycle)),
  ),
}

/** 定期便一覧: those that need the member's action first, then by next delivery. */
export const listSubscriptions: Handler<'GET /v1/order/subscription/'> = async (ctx, { tab, page, per_page }) => {
  const own = ownSubscriptionsCondition(ctx)
  const [active, paused, cancelled, rows] = await Promise.all([
    ctx.db.$count(subscription, and(own, tabs.active)),
    ctx.db.$count(subscription, and(own, tabs.paused)),
    ctx.db.$count(subscription, and(own, tabs.cancelled)),
    ctx.db
      .select()
      .from(subscription)
      .where(and(own, tabs[tab]))
      .orderBy(
        sql`${subscription.summary_status} not in ${FAILED_SUBSCRIPTION_STATUSES}`,
        asc(subscription.next_delivery_date),
        asc(subscription.id),
      )
      .limit(per_page)
      .offset((page - 1) * per_page),
  ])
  const loaded = await loadSubscriptionsWithDetails(ctx, rows)
  const shown = await Promise.all(loaded.map((one) => buildSubscriptionView(ctx, one)))
  const counts = { active, paused, cancelled }
  return { items: shown.map(({ view }) => view), total: counts[tab], page, per_page, counts }
}
