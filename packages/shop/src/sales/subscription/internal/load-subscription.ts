import { isAnyOfCondition } from '@kushi/db/bulk-rows'
import { orders } from '@kushi/db/schema/order'
import {
  billing_attempt,
  subscription,
  subscription_benefit,
  subscription_cycle,
  subscription_order_item,
} from '@kushi/db/schema/subscription'
import type { PromotionTerms } from '@kushi/values/promotion'
import { and, asc, eq, gt, type SQL } from 'drizzle-orm'
import { type LeadTimeContext, loadLeadTimes, type ShopLeadTimes } from '../../../catalogue/delivery/index.ts'
import type { MemberQueryContext } from '../../../context.ts'
import { notFound } from '../../../shop-error.ts'
import type { OrderRow } from '../../order/index.ts'
import { type Dunning, dunningOf } from '../rules/dunning.ts'
import { isLeftOut } from '../rules/left-out.ts'
import { prepaidUntil, uncapturedYearlyAmount, yearlyDeliveryCount } from '../rules/yearly.ts'
import { type FirstOrder, loadFirstOrders } from './first-payment.ts'
import { type LastOrder, loadLastOrders } from './last-order.ts'

export type SubscriptionRow = typeof subscription.$inferSelect
export type SubscriptionItem = Pick<
  typeof subscription_order_item.$inferSelect,
  | 'id'
  | 'product_sku_id'
  | 'quantity'
  | 'following_price'
  | 'promised_from'
  | 'agreed_price'
  | 'agreed_from'
  | 'lump_sum_payment_flag'
  | 'lump_sum_payment_num'
  | 'parts'
  | 'only_cycle'
  | 'except_cycle'
>
export type { OrderRow } from '../../order/index.ts'

/**
 * 定期便 with all its items, also those left out of the next delivery (`rules/left-out.ts`), and the order of that
 * delivery once it exists.
 */
export interface LoadedSubscription {
  row: SubscriptionRow
  items: SubscriptionItem[]
  order: OrderRow | null
  notes: CycleNotes
  /** To arrange it as the contract says; the plan of the repetitions follows from these. */
  attempts: BillingAttemptRow[]
  /** … and what who has the mail's link tried, which changes no plan. */
  link_attempts: BillingAttemptRow[]
  dunning: Dunning | null
  leads: ShopLeadTimes
  /** The promotions that it began with, also those that have ended. */
  benefits: PromotionTerms[]
  /** 取り置き: the promotions whose gifts are reserved for the contract. */
  kept: (typeof subscription_benefit.$inferSelect)[]
  /** 年払い: how many deliveries it was sold for; null: each is paid separately. */
  yearly_total: number | null
  /** The order that paid for them; null: it began in another system, or is not paid yearly. */
  first: FirstOrder | null
  /** The order that still comes after a 解約; null: none. */
  last_order: LastOrder | null
  /** The last delivery that is paid for, once the first parcel is shipped; null: none. */
  prepaid_until: number | null
  /** The last delivery that is paid for by money that is here; null: none. */
  received_until: number | null
}

export type BillingAttemptRow = typeof billing_attempt.$inferSelect
/** The announced date and the promised total (yen) of the current delivery. */
export type CycleNotes = Pick<typeof subscription_cycle.$inferSelect, 'noticed_for' | 'promised_total'>
const nothingYet: CycleNotes = { noticed_for: null, promised_total: null }

/** The member's subscriptions. One whose first order is not paid is not visible yet. */
export const ownSubscriptionsCondition = (ctx: MemberQueryContext): SQL =>
  and(
    eq(subscription.customer_id, ctx.customer_id),
    eq(subscription.shop_id, ctx.shop_id),
    gt(subscription.summary_status, 0),
  )!

/** @throws ShopError 404, also for another member's subscription */
export async function loadOwnSubscription(ctx: MemberQueryContext, id: number): Promise<LoadedSubscription> {
  const [row] = await ctx.db
    .select()
    .from(subscription)
    .where(and(eq(subscription.id, id), ownSubscriptionsCondition(ctx)))
  if (!row) throw notFound()
  return (await loadSubscriptionsWithDetails(ctx, [row]))[0]!
}

/** Five queries for any number of rows, besides the leads of their shops and what yearly or cancelled contracts need. */
export async function loadSubscriptionsWithDetails(
  ctx: LeadTimeContext,
  rows: readonly SubscriptionRow[],
): Promise<LoadedSubscription[]> {
  const { db } = ctx
  const ids = rows.map((row) => row.id)
  if (ids.length === 0) return []
  const shops = rows.map((row) => row.shop_id)
  const items = await db
    .select()
    .from(subscription_order_item)
    .where(
      and(
        isAnyOfCondition(subscription_order_item.shop_id, shops),
        isAnyOfCondition(subscription_order_item.subscription_id, ids),
      ),
    )
    .orderBy(asc(subscription_order_item.id))
  const cycles = rows.map((row) => row.cycle)
  const arranged = await db
    .select()
    .from(orders)
    .where(
      and(
        isAnyOfCondition(orders.shop_id, shops),
        isAnyOfCondition(orders.subscription_id, ids),
        isAnyOfCondition(orders.cycle, cycles),
      ),
    )
  const now = (table: typeof subscription_cycle | typeof billing_attempt) =>
    and(
      isAnyOfCondition(table.shop_id, shops),
      isAnyOfCondition(table.subscription_id, ids),
      isAnyOfCondition(table.cycle, cycles),
    )
  const notes = await db.select().from(subscription_cycle).where(now(subscription_cycle))
  const attempts = await db
    .select()
    .from(billing_attempt)
    .where(now(billing_attempt))
    .orderBy(asc(billing_attempt.attempt))
  const orderOf = bySubscription(arranged)
  const promised = await db
    .select()
    .from(subscription_benefit)
    .where(
      and(
        isAnyOfCondition(subscription_benefit.shop_id, shops),
        isAnyOfCondition(subscription_benefit.subscription_id, ids),
      ),
    )
    .orderBy(asc(subscription_benefit.promotion_id))
  const by = {
    notes: bySubscription(notes),
    attempts: bySubscription(attempts),
    items: bySubscription(items),
    benefits: bySubscription(promised),
  }
  const leadsOf = new Map<number, ShopLeadTimes>()
  for (const shop_id of new Set(shops)) leadsOf.set(shop_id, await loadLeadTimes({ ...ctx, shop_id }))
  const firstOf = await loadFirstOrders(
    db,
    rows.filter((row) => yearlyDeliveryCount(by.items(row)) !== null),
  )
  const lastOf = await loadLastOrders(db, rows)
  return rows.map((row) => {
    const isNow = (one: { cycle: number | null }) => one.cycle === row.cycle
    const first = firstOf(row)
    const tried = by.attempts(row).filter(isNow)
    const attempts = tried.filter(({ resumed_by }) => resumed_by !== 'link')
    return {
      row,
      notes: by.notes(row).find(isNow) ?? nothingYet,
      attempts,
      link_attempts: tried.filter((one) => !attempts.includes(one)),
      dunning: dunningOf(row.summary_status, attempts),
      items: by
        .items(row)
        .filter(({ only_cycle }) => only_cycle === null || only_cycle === row.cycle)
        .map((item) => ({ ...item, except_cycle: isLeftOut(item, row) ? row.cycle : null })),
      order: orderOf(row).find(isNow) ?? null,
      benefits: by.benefits(row).map(({ terms }) => terms),
      kept: by.benefits(row).filter(({ set_aside }) => set_aside > 0),
      leads: leadsOf.get(row.shop_id)!,
      yearly_total: yearlyDeliveryCount(by.items(row)),
      first,
      last_order: lastOf(row),
      prepaid_until: prepaidUntil(by.items(row), first, first ? uncapturedYearlyAmount(first) : 0),
      received_until: prepaidUntil(by.items(row), first, 0),
    }
  })
}

function bySubscription<P extends { shop_id: number; subscription_id: number | null }>(parts: readonly P[]) {
  const groups = Map.groupBy(parts, ({ shop_id, subscription_id }) => `${shop_id}:${subscription_id}`)
  return ({ shop_id, id }: SubscriptionRow): P[] => groups.get(`${shop_id}:${id}`) ?? []
}
