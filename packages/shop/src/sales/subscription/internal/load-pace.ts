import { isAnyOfCondition } from '@kushi/db/bulk-rows'
import type { Queryable } from '@kushi/db/connect'
import { order_item, orders } from '@kushi/db/schema/order'
import { product, product_sku } from '@kushi/db/schema/product'
import { master_data } from '@kushi/db/schema/shop'
import {
  pace_answer,
  pace_item_answer,
  pace_offer,
  pace_prior,
  subscription_reason,
} from '@kushi/db/schema/subscription'
import { refersToCondition } from '@kushi/db/shop-scope'
import type { CalendarDate } from '@kushi/values/calendar-date'
import type { PaceAnswer } from '@kushi/values/pace'
import { itemName } from '@kushi/values/product'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { sum } from '@kushi/values/sum'
import { and, asc, desc, eq, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { QueryContext } from '../../../context.ts'
import { endsAfterArrangedDelivery } from '../rules/ending.ts'
import { subscriptionLockOf } from '../rules/lock.ts'
import { observationOfAnswer, observationOfReason, type PaceBasis } from '../rules/pace/left.ts'
import {
  type ArrivedSupply,
  estimatePace,
  type LeftoverObservation,
  type PaceDistribution,
  type UsageDays,
} from '../rules/pace/pace.ts'
import { mayProposePace } from '../rules/pace/propose.ts'
import { leftoverHintOfReason } from '../rules/pace/reason-words.ts'
import type { LoadedSubscription, SubscriptionItem } from './load-subscription.ts'
import { loadReasonOptions } from './reasons.ts'

type PaceContext = Pick<QueryContext, 'db' | 'shop_id' | 'clock'>
export type PaceAnswerRow = typeof pace_answer.$inferSelect
export type PaceOfferRow = typeof pace_offer.$inferSelect

/** The data on how fast a member uses one product of a contract. */
export interface LoadedPaceItem {
  item: SubscriptionItem
  item_name: string
  pace: PaceDistribution
  supplies: ArrivedSupply[]
  /** The last answer about the remaining pieces. */
  told: LeftoverObservation | null
  basis: PaceBasis
  /** The answer about this product for the current delivery. */
  answer: PaceAnswer | null
  may_propose: boolean
}

/** The main product first, and the others; with the proposal of this delivery. */
export interface LoadedPace {
  main: LoadedPaceItem
  others: LoadedPaceItem[]
  offer: PaceOfferRow | null
}

/** Answers of long ago tell less: another person may use it by now. */
const NEWEST = 4

/**
 * Estimates the ペース of each regular item that has a 使い切る目安 and of which something has arrived. The main item is the one
 * on which the member spends most. null: there is no such item, the contract is prepaid, no delivery has arrived yet,
 * or nothing can be changed now.
 */
export async function loadPace(ctx: PaceContext, loaded: LoadedSubscription): Promise<LoadedPace | null> {
  const { row, items, yearly_total } = loaded
  const today = ctx.clock.today()
  if (yearly_total !== null || row.cycle < 2 || row.summary_status !== SUBSCRIPTION_STATUS.normal) return null
  if (endsAfterArrangedDelivery(row) || subscriptionLockOf(loaded, today) !== null) return null
  const regular = items.filter(({ only_cycle }) => only_cycle === null)
  const known = await lastingOf(ctx, regular)
  const paid = ({ following_price, quantity }: SubscriptionItem) => following_price * quantity
  const lasting = regular.filter(({ product_sku_id }) => known.has(product_sku_id)).sort((a, b) => paid(b) - paid(a))
  if (lasting.length === 0) return null
  const offers = await ctx.db
    .select()
    .from(pace_offer)
    .where(isOf(pace_offer, ctx.shop_id, row.id))
  const told = {
    answers: await answersOf(ctx, row.id),
    reasons: await signsOfReasons(ctx, row.id),
    offered_cycles: offers.map(({ cycle }) => cycle),
  }
  const goods: LoadedPaceItem[] = []
  for (const [n, item] of lasting.entries()) {
    const good = await loadGood(ctx, loaded, { item, sku: known.get(item.product_sku_id)!, is_main: n === 0 }, told)
    // Items of which nothing has arrived yet are skipped; without the main item no question is asked.
    if (!good && n === 0) return null
    if (good) goods.push(good)
  }
  const [main, ...others] = goods as [LoadedPaceItem, ...LoadedPaceItem[]]
  return { main, others, offer: offers.find(({ cycle }) => cycle === row.cycle) ?? null }
}

/** All goods, the main one first. */
export const paceItemsOf = ({ main, others }: LoadedPace): LoadedPaceItem[] => [main, ...others]

export const findPaceItem = (known: LoadedPace, product_sku_id: number | undefined): LoadedPaceItem | undefined =>
  paceItemsOf(known).find(({ item }) => item.product_sku_id === product_sku_id)

interface ToldPace {
  answers: Told[]
  reasons: LeftoverObservation[]
  offered_cycles: number[]
}

async function loadGood(
  ctx: PaceContext,
  loaded: LoadedSubscription,
  { item, sku, is_main }: { item: SubscriptionItem; sku: LastingSku; is_main: boolean },
  { answers, reasons, offered_cycles }: ToldPace,
): Promise<LoadedPaceItem | null> {
  const { row } = loaded
  const sizes = await sizesOf(ctx, sku)
  const supplies = await suppliesOf(ctx, loaded, sku, sizes, ctx.clock.today())
  if (supplies.length === 0) return null
  const ofGood = answers.filter(({ product_sku_id }) => sizes.has(product_sku_id))
  const signs = ofGood
    .slice(0, NEWEST)
    .map((one) => observationOfAnswer(one.answer, one.told_for, sizes.get(one.product_sku_id)))
  const prior = await priorOf(ctx, row.id, [...sizes.keys()])
  const lasting = lastingWith(sku, prior?.days_percent ?? 100)
  const rest = ofGood.find(({ answer }) => answer !== 'fits')
  // An answer about the main item of its day counts for today's main item.
  const own = answers.filter((one) => (is_main ? one.is_main : !one.is_main && sizes.has(one.product_sku_id)))
  // お休み tells of the whole delivery, so of the good for which most is paid.
  const whys = is_main ? reasons : []
  return {
    item,
    item_name: itemName(sku),
    pace: estimatePace(lasting, supplies, [...signs, ...whys]),
    basis: {
      typical: Math.round(lasting.typical),
      lived: prior?.answers ?? [],
      pieces: sum(supplies.map(({ pieces }) => pieces)),
      answers: signs.length,
      reasons: whys.length,
    },
    supplies,
    told: rest ? observationOfAnswer(rest.answer, rest.told_for, sizes.get(rest.product_sku_id)) : null,
    answer: own.find(({ cycle }) => cycle === row.cycle)?.answer ?? null,
    may_propose: mayProposePace({
      cycle: row.cycle,
      offered_cycles,
      fits_cycle: own.find(({ answer }) => answer === 'fits')?.cycle ?? null,
    }),
  }
}

const isOf = (table: { shop_id: AnyPgColumn; subscription_id: AnyPgColumn }, shop_id: number, id: number) =>
  and(eq(table.shop_id, shop_id), eq(table.subscription_id, id))

interface Told extends Pick<PaceAnswerRow, 'cycle' | 'product_sku_id' | 'answer' | 'told_for'> {
  /** The answer is about the main item of its day. */
  is_main: boolean
}

/** The answers about all items, the newest first. */
async function answersOf({ db, shop_id }: PaceContext, id: number): Promise<Told[]> {
  const main = await db
    .select()
    .from(pace_answer)
    .where(isOf(pace_answer, shop_id, id))
    .orderBy(desc(pace_answer.cycle))
    .limit(20)
  const others = await db
    .select()
    .from(pace_item_answer)
    .where(isOf(pace_item_answer, shop_id, id))
    .orderBy(desc(pace_item_answer.cycle))
    .limit(100)
  return [...main.map((one) => ({ ...one, is_main: true })), ...others.map((one) => ({ ...one, is_main: false }))].sort(
    (a, b) => b.cycle - a.cycle,
  )
}

/** The SKUs of these items that say how long a piece lasts. */
async function lastingOf({ db, shop_id }: PaceContext, items: readonly SubscriptionItem[]) {
  const ids = items.map(({ product_sku_id }) => product_sku_id)
  if (ids.length === 0) return new Map<number, LastingSku>()
  const rows = await lastingSkus(db).where(
    and(eq(product_sku.shop_id, shop_id), inArray(product_sku.id, ids), isNotNull(product_sku.lasting_days)),
  )
  return new Map(rows.map((row) => [row.id, row]))
}

const lastingSkus = (db: Queryable) =>
  db
    .select({
      id: product_sku.id,
      product_id: product_sku.product_id,
      product_name: product.product_name,
      set_item_name1: product_sku.set_item_name1,
      set_item_name2: product_sku.set_item_name2,
      lasting_days: product_sku.lasting_days,
      lasting_days_short: product_sku.lasting_days_short,
      lasting_days_long: product_sku.lasting_days_long,
    })
    .from(product_sku)
    .innerJoin(product, refersToCondition(product_sku.product_id, product))
    .$dynamic()
type LastingSku = Awaited<ReturnType<typeof lastingSkus>>[number]

/** The other sizes and scents of its product, in pieces of this one: a size that lasts twice as long counts 2. */
async function sizesOf({ db, shop_id }: PaceContext, sku: LastingSku): Promise<Map<number, number>> {
  const rows = await db
    .select({ id: product_sku.id, lasting_days: product_sku.lasting_days })
    .from(product_sku)
    .where(
      and(
        eq(product_sku.shop_id, shop_id),
        eq(product_sku.product_id, sku.product_id),
        isNotNull(product_sku.lasting_days),
      ),
    )
  return new Map(rows.map(({ id, lasting_days }) => [id, lasting_days! / sku.lasting_days!]))
}

/** お使い方のお返事 of before the contract, about any of these sizes. */
async function priorOf({ db, shop_id }: PaceContext, id: number, sizes: readonly number[]) {
  const [prior] = await db
    .select()
    .from(pace_prior)
    .where(and(isOf(pace_prior, shop_id, id), inArray(pace_prior.product_sku_id, [...sizes])))
    .orderBy(asc(pace_prior.product_sku_id))
    .limit(1)
  return prior
}

/** 使い切る目安 for who said how it is used. */
function lastingWith({ lasting_days, lasting_days_short, lasting_days_long }: LastingSku, percent: number): UsageDays {
  const of = (days: number | null) => (days === null ? null : (days * percent) / 100)
  return { typical: of(lasting_days)!, short: of(lasting_days_short), long: of(lasting_days_long) }
}

/**
 * Loads the pieces that the member received since the contract began: deliveries, single purchases, parts of sets and
 * gifts, in any contract. Wrapped orders and orders to another address are for somebody else, and are left out.
 */
async function suppliesOf(
  { db, shop_id }: PaceContext,
  { row }: LoadedSubscription,
  sku: LastingSku,
  sizes: ReadonlyMap<number, number>,
  today: CalendarDate,
): Promise<ArrivedSupply[]> {
  const ids = [...sizes.keys()]
  const on = sql<CalendarDate>`to_char(coalesce(${orders.delivery_date}, ${orders.expected_date},
    (${orders.created_at} at time zone 'Asia/Tokyo')::date + 3), 'YYYY-MM-DD')`
  const found = await db
    .select({
      on,
      order_id: orders.id,
      product_sku_id: order_item.product_sku_id,
      quantity: order_item.quantity,
      set_sku_id: order_item.set_sku_id,
      set_quantity: order_item.set_quantity,
    })
    .from(order_item)
    .innerJoin(orders, refersToCondition(order_item.order_id, orders))
    .where(
      and(
        eq(orders.shop_id, shop_id),
        eq(orders.customer_id, row.customer_id),
        inArray(orders.status, ['shipped', 'delivered']),
        or(
          eq(orders.subscription_id, row.id),
          and(
            eq(orders.postal_code01, row.postal_code01),
            eq(orders.postal_code02, row.postal_code02),
            eq(orders.addr01, row.addr01),
            eq(orders.addr02, row.addr02),
          ),
        ),
        isNull(orders.wrapping),
        isNull(orders.replaces_order_id),
        or(isAnyOfCondition(order_item.product_sku_id, ids), eq(order_item.set_sku_id, sku.id)),
        // An order is placed before its goods come.
        sql`${orders.created_at} >= ${row.created_at.toISOString()}::timestamptz - interval '1 day'`,
        lte(on, today),
      ),
    )
    .orderBy(asc(on), asc(orders.id))
  const seen = new Set<number>()
  return found.flatMap(({ on, order_id, product_sku_id, quantity, set_sku_id, set_quantity }) => {
    // A set that says itself how long it lasts is counted as one, not by its parts.
    if (set_sku_id !== sku.id) return [{ on, pieces: quantity * sizes.get(product_sku_id)! }]
    if (seen.has(order_id)) return []
    seen.add(order_id)
    return [{ on, pieces: set_quantity! }]
  })
}

/** Loads the お休み, 休止 and offers accepted instead of 解約 whose reason says what was left. */
async function signsOfReasons(ctx: PaceContext, id: number): Promise<LeftoverObservation[]> {
  const { db, shop_id } = ctx
  const rows = await db
    .select()
    .from(subscription_reason)
    .where(and(eq(subscription_reason.shop_id, shop_id), eq(subscription_reason.subscription_id, id)))
    .orderBy(desc(subscription_reason.event_id))
    .limit(NEWEST)
  if (rows.length === 0) return []
  const words = {
    skipped: await loadReasonOptions(ctx, 'skip_reason', { ended: true }),
    paused: await loadReasonOptions(ctx, 'pause_reason', { ended: true }),
    cancel: await loadReasonOptions(ctx, 'cancel_reason', { ended: true }),
  }
  return rows.flatMap(({ event, day, reason_id, cancel_reason_id }) => {
    const list = reason_id !== null && (event === 'skipped' || event === 'paused') ? words[event] : words.cancel
    const label = list.find((one) => one.id === (reason_id ?? cancel_reason_id))?.label ?? ''
    const why = leftoverHintOfReason(label)
    return why ? [observationOfReason(why, day)] : []
  })
}

/** The intervals in days that the shop's forms offer. */
export async function loadOfferedDayIntervals({ db, shop_id }: PaceContext): Promise<number[]> {
  const rows = await db
    .select({ id: master_data.id })
    .from(master_data)
    .where(and(eq(master_data.shop_id, shop_id), eq(master_data.name, 'day_interval'), eq(master_data.is_ended, false)))
  return rows.flatMap(({ id }) => (id === null ? [] : [id]))
}
