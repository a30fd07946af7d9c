import { japanDayStartSql } from '@kushi/db/japan-day'
import { order_offer_answer } from '@kushi/db/schema/order-offer'
import { master_data } from '@kushi/db/schema/shop'
import { pace_offer, subscription_reason } from '@kushi/db/schema/subscription'
import { addDays } from '@kushi/values/calendar-date'
import { and, arrayContains, count, eq, gte, inArray, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { QueryContext } from '../../context.ts'
import type { ExperimentSubject } from './expose.ts'

/** The share of those who see an offer in an order form that order, as far as nothing is known of this shop. */
export const DEFAULT_ORDERING_RATE = 0.5
/** The number of past days from which the next weeks are estimated. */
const SEEN_DAYS = 56

type SoonContext = Pick<QueryContext, 'db' | 'shop_id' | 'clock'>

/**
 * Counts the contracts, orders or visitors of the last 56 days to which the subject was shown or could have been shown. A new 比較
 * expects a sample of this size, but at least 100.
 */
export async function countRecentlyComparable(ctx: SoonContext, what: ExperimentSubject): Promise<number> {
  if (what.subject === 'pace') return pacesSoon(ctx)
  if (what.subject === 'cancel_offer') return reasonsSoon(ctx, what.promotion_id)
  const { orders } = await loadRecentlyOfferedOrders(ctx, what.order_offer_id)
  return what.subject === 'form_offer' ? Math.round(orders / DEFAULT_ORDERING_RATE) : orders
}

/** The orders that were shown this offer in the last 56 days, with the mean and the standard deviation of their yen. */
export async function loadRecentlyOfferedOrders(ctx: SoonContext, order_offer_id: number) {
  const { total_before, created_at } = order_offer_answer
  const [row] = await ctx.db
    .select({
      orders: count(),
      mean: sql<number>`coalesce(avg(${total_before}), 0)`.mapWith(Number),
      deviation: sql<number>`coalesce(stddev(${total_before}), 0)`.mapWith(Number),
    })
    .from(order_offer_answer)
    .where(
      and(
        eq(order_offer_answer.shop_id, ctx.shop_id),
        eq(order_offer_answer.order_offer_id, order_offer_id),
        gte(created_at, japanDayStartSql(sinceDay(ctx))),
      ),
    )
  return row!
}

const sinceDay = ({ clock }: SoonContext) => addDays(clock.today(), -SEEN_DAYS)
const contractsOf = (column: AnyPgColumn) => ({ contracts: sql<number>`count(distinct ${column})`.mapWith(Number) })

async function pacesSoon(ctx: SoonContext): Promise<number> {
  const [row] = await ctx.db
    .select(contractsOf(pace_offer.subscription_id))
    .from(pace_offer)
    .where(and(eq(pace_offer.shop_id, ctx.shop_id), gte(pace_offer.shown_at, japanDayStartSql(sinceDay(ctx)))))
  return row!.contracts
}

/** Contracts whose members chose a reason beside which this promotion is offered. */
async function reasonsSoon(ctx: SoonContext, promotion_id: number): Promise<number> {
  const { db, shop_id } = ctx
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
    .select(contractsOf(subscription_reason.subscription_id))
    .from(subscription_reason)
    .where(
      and(
        eq(subscription_reason.shop_id, shop_id),
        inArray(subscription_reason.cancel_reason_id, beside),
        gte(subscription_reason.day, sinceDay(ctx)),
      ),
    )
  return row!.contracts
}
