import type { Queryable } from '@kushi/db/connect'
import { master_data } from '@kushi/db/schema/shop'
import { subscription_reason } from '@kushi/db/schema/subscription'
import { addDays } from '@kushi/values/calendar-date'
import { and, arrayContains, eq, gte, inArray, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'

/** Days of the last weeks by which the next ones are foreseen. */
const SEEN_DAYS = 56

/** Contracts whose members chose, in the last eight weeks, a reason beside which this promotion is offered. */
export async function comparedSoon(
  { db, shop_id, clock }: Pick<Context, 'shop_id' | 'clock'> & { db: Queryable },
  promotion_id: number,
): Promise<number> {
  const beside = db
    .select({ id: master_data.id })
    .from(master_data)
    .where(
      and(
        eq(master_data.shop_id, shop_id),
        eq(master_data.name, 'cancel_reason'),
        eq(master_data.promotion_id, promotion_id),
        arrayContains(master_data.offers, ['promotion']),
      ),
    )
  const [row] = await db
    .select({ contracts: sql<number>`count(distinct ${subscription_reason.subscription_id})`.mapWith(Number) })
    .from(subscription_reason)
    .where(
      and(
        eq(subscription_reason.shop_id, shop_id),
        inArray(subscription_reason.cancel_reason_id, beside),
        gte(subscription_reason.day, addDays(clock.today(), -SEEN_DAYS)),
      ),
    )
  return row!.contracts
}
