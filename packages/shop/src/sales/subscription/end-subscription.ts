import type { Tx } from '@kushi/db/connect'
import { orders } from '@kushi/db/schema/order'
import { subscription } from '@kushi/db/schema/subscription'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { and, eq } from 'drizzle-orm'
import type { QueryContext } from '../../context.ts'
import { enqueueMail } from '../../messaging/message/index.ts'
import { notFound, ShopError } from '../../shop-error.ts'
import { loadSubscriptionsWithDetails, type OrderRow, type SubscriptionRow } from './internal/load-subscription.ts'
import { recordEvent } from './internal/record-event.ts'
import { refuseUncapturedYearly } from './internal/refuse-uncaptured.ts'
import { releaseReservedGifts } from './internal/reserve-gifts.ts'
import { saveSubscription } from './internal/save-subscription.ts'
import { subscriptionMail } from './internal/subscription-mail.ts'
import { writeYearlyRefund, type YearlyRefund, yearlyRefund } from './internal/yearly.ts'
import { hasSubscriptionEnded } from './rules/ending.ts'
import { statusAfterAction } from './rules/subscription-status.ts'
import { FULL_REFUND_RULE } from './rules/yearly.ts'

interface Ending {
  id: number
  reason: string
  /** 年払い: yen that the shop owes with it. */
  refund_amount?: number
}

/**
 * Ends a subscription by the shop, at any time and permanently: nothing more is ordered, charged or delivered, prepaid
 * or not. Points that paid for deliveries which will not come are returned, all of
 * them. An order that is already arranged is not changed; its number is returned as `open_order`.
 * @throws ShopError 404; 409 while a delivery is being charged, or if a yearly payment is not captured yet
 */
export function endSubscription(ctx: QueryContext, { id, reason, refund_amount = 0 }: Ending) {
  return ctx.db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(subscription)
      .where(sameRowCondition(subscription, { shop_id: ctx.shop_id, id }))
      .for('update')
    if (!row || row.summary_status === 0) throw notFound()
    await refuseUncapturedYearly(tx, row)
    const [loaded] = await loadSubscriptionsWithDetails({ ...ctx, db: tx }, [row])
    const rest = yearlyRefund(loaded!, FULL_REFUND_RULE)
    const order = await endLockedSubscription(tx, ctx, row, reason, rest && { ...rest, amount: refund_amount })
    return { subscription: id, cycle: row.cycle, open_order: order?.order_no ?? null, status: order?.status ?? null }
  })
}

/**
 * Ends a subscription whose row the caller has locked. Changes nothing if it has ended already. Returns the order of
 * the current cycle; null: there is none.
 * @throws ShopError 409 while a delivery is being charged
 */
export async function endLockedSubscription(
  tx: Tx,
  ctx: QueryContext,
  row: SubscriptionRow,
  reason: string,
  yearly: YearlyRefund | null = null,
): Promise<OrderRow | null> {
  const current = and(eq(orders.shop_id, row.shop_id), eq(orders.subscription_id, row.id), eq(orders.cycle, row.cycle))
  const [order] = await tx.select().from(orders).where(current)
  const summary_status = statusAfterAction(row.summary_status, 'end')
  // Its first order was called off before it was paid: it never began, and has only what is set aside for it.
  if (row.summary_status === 0) await releaseReservedGifts(tx, row.shop_id, [row.id])
  if (summary_status === null || hasSubscriptionEnded(row)) return order ?? null
  if (order?.status === 'payment_pending')
    throw new ShopError(
      409,
      'ERROR_SUBSCRIPTION_CHANGE_IN_PROGRESS',
      `契約番号 ${row.id} は、ご注文 ${order.order_no} のお支払いを確認中です。確認が済んでから終了するか、先にご注文をキャンセルしてください。`,
    )
  const saved = await saveSubscription(tx, row, 'end', { final_cycle: null })
  await recordEvent(tx, ctx, row, 'ended', { ended_for: reason, version: saved.version })
  if (yearly) await writeYearlyRefund(tx, ctx, yearly, reason)
  if (ctx.is_quiet) return order ?? null
  const mail = await subscriptionMail(tx, ctx, saved, 'ended', { yearly })
  await enqueueMail(tx, row.shop_id, `subscription-ended:${row.id}:${saved.version}`, mail, {
    customer_id: row.customer_id,
    subscription_id: row.id,
  })
  return order ?? null
}
