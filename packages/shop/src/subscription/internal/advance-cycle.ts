import type { Tx } from '@kushi/db/connect'
import { isRow } from '@kushi/db/in-shop'
import { billing_attempt, subscription, subscription_order_item } from '@kushi/db/schema/subscription'
import { addDays } from '@kushi/values/calendar-date'
import { ARRANGED_BEFORE_DAYS } from '@kushi/values/limits'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { and, eq, gte, lte, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { nextDeliveryDate } from '../../delivery/index.ts'
import { endLocked } from '../end-subscription.ts'
import { prepaidUntil } from '../rules/prepaid.ts'
import { repairDates } from '../rules/repair-dates.ts'
import { afterAction } from '../rules/subscription-status.ts'
import type { SubscriptionRow } from './load-subscription.ts'
import { recordEvent } from './record-event.ts'
import { saveSubscription } from './save-subscription.ts'

interface Delivered {
  shop_id: number
  subscription_id: number | null
  cycle: number | null
  order_no: string
}

/**
 * On to the next cycle, once: next ← next-next, next-next ← pattern. A parcel that came late never leaves less than the
 * ten days in which the next one can be changed. Items of this time only are gone. `received`: it came; else its order
 * was cancelled or came back. Called with the order's status change, in its transaction; a cycle that is over changes
 * nothing. Without its first order a subscription ends, unless the operator keeps it. A later delivery that was paid ahead
 * and did not reach the member comes at the end instead.
 * @throws ShopError 409 where it would end while a later delivery is being charged
 */
export async function advanceCycle(
  tx: Tx,
  ctx: Context,
  { shop_id, subscription_id, cycle, order_no }: Delivered,
  event: 'received' | 'delivery_cancelled',
  { keep_subscription = false } = {},
): Promise<void> {
  const { clock } = ctx
  if (subscription_id === null || cycle === null) return
  const [row] = await tx
    .select()
    .from(subscription)
    .where(isRow(subscription, { shop_id, id: subscription_id }))
    .for('update')
  if (row && cycle === 1 && event === 'delivery_cancelled' && !keep_subscription)
    await endLocked(tx, ctx, row, `first order ${order_no} cancelled or refunded`)
  if (!row || row.cycle !== cycle) return
  const { shop_id: shop, subscription_id: owner } = subscription_order_item
  const items = and(eq(shop, shop_id), eq(owner, row.id))
  const regular = await tx.select().from(subscription_order_item).where(items)
  const paidUntil = prepaidUntil(regular)
  const isOwed = event === 'delivery_cancelled' && cycle > 1 && paidUntil !== null && cycle <= paidUntil
  const until = isOwed ? paidUntil + 1 : paidUntil
  const next = row.next_next_delivery_date
  const coming = { next_delivery_date: next, next_next_delivery_date: nextDeliveryDate(row, next) }
  const dates = repairDates(coming, row, addDays(clock.today(), ARRANGED_BEFORE_DAYS))
  // A paused one stays so: its parcel was on the way before.
  const action = afterAction(row.summary_status, 'receive') === null ? null : 'receive'
  const final_cycle = row.final_cycle !== null && isOwed ? until : row.final_cycle
  const saved = await saveSubscription(tx, row, action, { ...dates, cycle: cycle + 1, final_cycle })
  if (isOwed) await promiseOneMore(tx, row)
  if (event === 'delivery_cancelled') await giveUpAttempt(tx, row)
  await tx.delete(subscription_order_item).where(and(items, lte(subscription_order_item.only_cycle, cycle)))
  await recordEvent(tx, ctx, row, event, { order_no, version: saved.version })
  // Paid once for so many deliveries, and told that nothing more is charged: it ends here.
  if (until === null || saved.cycle <= until || saved.summary_status === SUBSCRIPTION_STATUS.cancel) return
  const over = await saveSubscription(tx, saved, 'finish', { final_cycle: null })
  await recordEvent(tx, ctx, row, 'finished', { version: over.version })
}

/** One delivery more of what this cycle was to bring and is paid for. */
async function promiseOneMore(tx: Tx, { shop_id, id, cycle }: SubscriptionRow): Promise<void> {
  const { lump_sum_payment_num, lump_sum_payment_flag, subscription_id } = subscription_order_item
  const mine = and(eq(subscription_order_item.shop_id, shop_id), eq(subscription_id, id))
  await tx
    .update(subscription_order_item)
    .set({ lump_sum_payment_num: sql`${lump_sum_payment_num} + 1` })
    .where(and(mine, eq(lump_sum_payment_flag, true), gte(lump_sum_payment_num, cycle)))
}

/** Called off while the provider was asked. */
async function giveUpAttempt(tx: Tx, { shop_id, id, cycle }: SubscriptionRow): Promise<void> {
  const mine = and(eq(billing_attempt.shop_id, shop_id), eq(billing_attempt.subscription_id, id))
  const open = and(mine, eq(billing_attempt.cycle, cycle), eq(billing_attempt.outcome, 'open'))
  await tx.update(billing_attempt).set({ outcome: 'failed', failure: 'abandoned' }).where(open)
}
