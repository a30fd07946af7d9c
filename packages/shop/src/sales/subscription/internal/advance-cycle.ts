import { isAnyOfCondition } from '@kushi/db/bulk-rows'
import type { Tx } from '@kushi/db/connect'
import { product_sku } from '@kushi/db/schema/product'
import {
  billing_attempt,
  subscription,
  subscription_benefit,
  subscription_order_item,
} from '@kushi/db/schema/subscription'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { and, asc, eq, gte, sql } from 'drizzle-orm'
import { earliestChangeableDelivery, followingDeliveryDay, loadLeadTimes } from '../../../catalogue/delivery/index.ts'
import type { QueryContext } from '../../../context.ts'
import { endLockedSubscription } from '../end-subscription.ts'
import { benefitAfterDelivery } from '../rules/benefit.ts'
import { moveDatesToEarliest } from '../rules/delivery-dates.ts'
import { endsAfterArrangedDelivery, hasSubscriptionEnded } from '../rules/ending.ts'
import { isLeftOut } from '../rules/left-out.ts'
import { statusAfterAction } from '../rules/subscription-status.ts'
import { arrangementTermsOfSubscription } from '../rules/terms.ts'
import { yearlyDeliveryCount } from '../rules/yearly.ts'
import { endAfterLastDelivery } from './end-on-request.ts'
import { canContinueUnpaid } from './keep-subscription.ts'
import { type LoadedSubscription, loadSubscriptionsWithDetails, type SubscriptionRow } from './load-subscription.ts'
import { recordEvents } from './record-event.ts'
import { reserveGifts } from './reserve-gifts.ts'
import { saveSubscriptions } from './save-subscription.ts'
import { refundOfCancelledYearlyDelivery, writeYearlyRefund } from './yearly.ts'

interface ReceivedDelivery {
  subscription_id: number | null
  cycle: number | null
  order_no: string
}

/**
 * Moves subscriptions of one shop to their next cycle, once, in sets: next ← next-next, next-next ← pattern. Call it in
 * the transaction of the orders' status change, with at most one order per subscription.
 * - After a late parcel the next delivery moves, if it must, to the first day that can still be changed.
 * - Items of this delivery only are removed, and a promotion whose goods were all left out of it lasts one delivery
 * longer.
 * - `received`: the parcel arrived. Otherwise its order was cancelled or returned. For a past cycle nothing changes.
 * - Without its first order a subscription ends, unless the operator keeps it. A yearly one always ends: its money is
 * gone.
 * - One that was to end with this delivery ends.
 * - A later prepaid delivery that did not reach the member is added at the end instead, and so is one that a promotion
 * was for. Where the shop has ended the contract, its share of the money is owed.
 * @throws ShopError 409 if the subscription would end while a later delivery is being charged
 */
export async function advanceCycles(
  tx: Tx,
  ctx: QueryContext,
  deliveries: readonly ReceivedDelivery[],
  event: 'received' | 'delivery_cancelled',
  { keep_subscription = false } = {},
): Promise<void> {
  const { shop_id } = ctx
  const all = await ofSubscriptions(tx, shop_id, deliveries)
  const isCancelled = event === 'delivery_cancelled'
  for (const { row, cycle, order_no } of all)
    if (cycle === 1 && isCancelled && !(keep_subscription && (await canContinueUnpaid(tx, row))))
      await endLockedSubscription(tx, ctx, row, `first order ${order_no} cancelled or refunded`)
  const going = all.filter(({ row, cycle }) => row.cycle === cycle)
  if (going.length === 0) return
  const itemsOf = await loadItems(tx, shop_id, going)
  const leads = await loadLeadTimes({ ...ctx, db: tx })
  const steps = going.map(({ row, order_no }) => ({
    row,
    order_no,
    ...nextCycle(ctx, { row, leads, yearly_total: yearlyDeliveryCount(itemsOf(row)) }, isCancelled),
  }))
  const saved = await saveSubscriptions(tx, shop_id, steps)
  for (const { row, order_no, isOwed } of steps)
    if (isOwed) await (hasSubscriptionEnded(row) ? oweDelivery(tx, ctx, row, order_no) : promiseOneMore(tx, row))
  if (isCancelled) {
    for (const { row } of steps) {
      await giveUpAttempt(tx, row)
      await promiseBenefitsLonger(tx, row)
    }
    // Gifts that returned to stock with the order are reserved for the delivery that replaces it.
    await reserveGifts(
      tx,
      shop_id,
      steps.map(({ row }) => row.id),
    )
  }
  await keepUnusedBenefits(tx, shop_id, isCancelled ? [] : steps.map(({ row }) => ({ row, items: itemsOf(row) })))
  const gone = steps.flatMap(({ row }) =>
    itemsOf(row).filter(({ only_cycle }) => only_cycle !== null && only_cycle <= row.cycle),
  )
  await removeItems(tx, shop_id, gone)
  const events = steps.map(({ row, order_no }, n) => ({
    row,
    event,
    detail: { order_no, version: saved[n]!.version },
  }))
  await recordEvents(tx, ctx, shop_id, events)
  for (const [n, { row }] of steps.entries())
    if (endsAfterArrangedDelivery(row)) await endAfterLastDelivery(tx, ctx, saved[n]!)
  // Prepaid for a fixed number of deliveries, with the promise of no further charge: the subscription ends here.
  const over = saved.filter(({ cycle, summary_status }, n) => {
    const { until } = steps[n]!
    return (
      until !== null &&
      cycle > until &&
      summary_status !== SUBSCRIPTION_STATUS.cancel &&
      !endsAfterArrangedDelivery(steps[n]!.row)
    )
  })
  const ending = over.map((row) => ({ row, action: 'finish' as const, content: { final_cycle: null } }))
  const ended = await saveSubscriptions(tx, shop_id, ending)
  const last = ended.map((row) => ({ row, event: 'finished' as const, detail: { version: row.version } }))
  await recordEvents(tx, ctx, shop_id, last)
}

/** The subscriptions of these deliveries, locked. */
async function ofSubscriptions(tx: Tx, shop_id: number, deliveries: readonly ReceivedDelivery[]) {
  const ids = deliveries.flatMap(({ subscription_id }) => subscription_id ?? [])
  if (ids.length === 0) return []
  const rows = await tx
    .select()
    .from(subscription)
    .where(and(eq(subscription.shop_id, shop_id), isAnyOfCondition(subscription.id, ids)))
    .orderBy(asc(subscription.id))
    .for('update')
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  return deliveries.flatMap(({ subscription_id, cycle, order_no }) => {
    const row = subscription_id === null ? undefined : rowOf.get(subscription_id)
    return row && cycle !== null ? [{ row, cycle, order_no }] : []
  })
}

const item = subscription_order_item

async function loadItems(tx: Tx, shop_id: number, all: readonly { row: SubscriptionRow }[]) {
  const ids = all.map(({ row }) => row.id)
  const items = await tx
    .select()
    .from(item)
    .where(and(eq(item.shop_id, shop_id), isAnyOfCondition(item.subscription_id, ids)))
  const by = Map.groupBy(items, ({ subscription_id }) => subscription_id)
  return ({ id }: SubscriptionRow) => by.get(id) ?? []
}

async function removeItems(tx: Tx, shop_id: number, gone: readonly { id: number }[]): Promise<void> {
  if (gone.length === 0) return
  const ids = gone.map(({ id }) => id)
  await tx.delete(item).where(and(eq(item.shop_id, shop_id), isAnyOfCondition(item.id, ids)))
}

/** Calculates the next cycle of a subscription. `until`: the last delivery of 年払い; null: none. */
function nextCycle(
  { clock }: QueryContext,
  { row, yearly_total, leads }: Pick<LoadedSubscription, 'row' | 'leads' | 'yearly_total'>,
  isCancelled: boolean,
) {
  const terms = arrangementTermsOfSubscription({ row, leads })
  const { cycle } = row
  const isOwed = isCancelled && cycle > 1 && yearly_total !== null && cycle <= yearly_total
  const until = isOwed ? yearly_total + 1 : yearly_total
  const next = row.next_next_delivery_date
  const coming = { next_delivery_date: next, next_next_delivery_date: followingDeliveryDay(next, row, terms) }
  const dates = moveDatesToEarliest(coming, row, earliestChangeableDelivery(clock.today(), terms), terms)
  // A paused subscription stays paused: the parcel was shipped before the pause.
  const action = statusAfterAction(row.summary_status, 'receive') === null ? null : ('receive' as const)
  const final_cycle = row.final_cycle !== null && isOwed ? until : row.final_cycle
  return { isOwed, until, action, content: { ...dates, cycle: cycle + 1, final_cycle } }
}

/** Writes the refund of this cycle's prepaid delivery, which no later delivery can replace. */
async function oweDelivery(tx: Tx, ctx: QueryContext, row: SubscriptionRow, order_no: string): Promise<void> {
  const [loaded] = await loadSubscriptionsWithDetails({ ...ctx, db: tx }, [row])
  const yearly = refundOfCancelledYearlyDelivery(loaded!)
  if (yearly) await writeYearlyRefund(tx, ctx, yearly, `${order_no}のお届けの取り消し`)
}

/** Adds one delivery to the prepaid items of this cycle. */
async function promiseOneMore(tx: Tx, { shop_id, id, cycle }: SubscriptionRow): Promise<void> {
  const { lump_sum_payment_num, lump_sum_payment_flag, subscription_id } = subscription_order_item
  const mine = and(eq(subscription_order_item.shop_id, shop_id), eq(subscription_id, id))
  await tx
    .update(subscription_order_item)
    .set({ lump_sum_payment_num: sql`${lump_sum_payment_num} + 1` })
    .where(and(mine, eq(lump_sum_payment_flag, true), gte(lump_sum_payment_num, cycle)))
}

/** Adds one delivery to the promotions all of whose goods were left out of this cycle. */
async function keepUnusedBenefits(
  tx: Tx,
  shop_id: number,
  all: readonly { row: SubscriptionRow; items: readonly (typeof item.$inferSelect)[] }[],
): Promise<void> {
  const leaving = all.filter(({ row, items }) => items.some((one) => isLeftOut(one, row)))
  if (leaving.length === 0) return
  const ids = leaving.flatMap(({ items }) => items.map(({ product_sku_id }) => product_sku_id))
  const skus = await tx
    .select({ id: product_sku.id, product_id: product_sku.product_id })
    .from(product_sku)
    .where(and(eq(product_sku.shop_id, shop_id), isAnyOfCondition(product_sku.id, ids)))
  const productOf = new Map(skus.map(({ id, product_id }) => [id, product_id]))
  const subscriptions = leaving.map(({ row }) => row.id)
  const benefit = subscription_benefit
  const held = await tx
    .select()
    .from(benefit)
    .where(and(eq(benefit.shop_id, shop_id), isAnyOfCondition(benefit.subscription_id, subscriptions)))
  for (const { row, items } of leaving) {
    const goods = items
      .filter(({ only_cycle }) => only_cycle === null || only_cycle === row.cycle)
      .map((one) => ({ product_id: productOf.get(one.product_sku_id)!, is_left_out: isLeftOut(one, row) }))
    for (const one of held.filter(({ subscription_id }) => subscription_id === row.id)) {
      const terms = benefitAfterDelivery(one.terms, goods, row.cycle)
      if (terms === one.terms) continue
      await tx
        .update(benefit)
        .set({ terms })
        .where(
          and(
            eq(benefit.shop_id, shop_id),
            eq(benefit.subscription_id, row.id),
            eq(benefit.promotion_id, one.promotion_id),
          ),
        )
    }
  }
  await reserveGifts(tx, shop_id, subscriptions)
}

/** Adds one delivery to the promotions that this cycle would have had. The use of a first delivery is given back instead. */
async function promiseBenefitsLonger(tx: Tx, { shop_id, id, cycle }: SubscriptionRow): Promise<void> {
  const { terms, subscription_id } = subscription_benefit
  const [from, to] = [sql`(${terms} ->> 'from_cycle')::int`, sql`(${terms} ->> 'to_cycle')::int`]
  if (cycle === 1) return
  await tx
    .update(subscription_benefit)
    .set({ terms: sql`jsonb_set(${terms}, '{to_cycle}', to_jsonb(${to} + 1))` })
    .where(
      and(
        eq(subscription_benefit.shop_id, shop_id),
        eq(subscription_id, id),
        // Null, for one without an end, is never true.
        sql`${cycle} between ${from} and ${to}`,
      ),
    )
}

/** The order was cancelled while the provider was being called. */
async function giveUpAttempt(tx: Tx, { shop_id, id, cycle }: SubscriptionRow): Promise<void> {
  const mine = and(eq(billing_attempt.shop_id, shop_id), eq(billing_attempt.subscription_id, id))
  const open = and(mine, eq(billing_attempt.cycle, cycle), eq(billing_attempt.outcome, 'open'))
  await tx.update(billing_attempt).set({ outcome: 'failed', failure: 'abandoned' }).where(open)
}
