import type { Tx } from '@kushi/db/connect'
import { subscription_event } from '@kushi/db/schema/subscription'
import { and, desc, eq } from 'drizzle-orm'
import type { QueryContext } from '../../../context.ts'
import { enqueueMail } from '../../../messaging/message/index.ts'
import { loadSubscriptionsWithDetails, type SubscriptionRow } from './load-subscription.ts'
import { type EventDetail, recordEvent } from './record-event.ts'
import { saveSubscription } from './save-subscription.ts'
import { changeMessageKey, subscriptionMail } from './subscription-mail.ts'
import { writeYearlyRefund, yearlyRefund } from './yearly.ts'

/** The last delivery arrived or can't be made: 解約 as the member asked for it, with their reason. */
export async function endAfterLastDelivery(tx: Tx, ctx: QueryContext, row: SubscriptionRow): Promise<void> {
  const { shop_id, id, customer_id } = row
  const saved = await saveSubscription(tx, row, 'cancel', { final_cycle: null, skipped_dates: [] })
  const [loaded] = await loadSubscriptionsWithDetails({ ...ctx, db: tx }, [row])
  const yearly = yearlyRefund(loaded!)
  const { reason, reason_label, detail, offered } = await lastAsked(tx, row)
  const why = Object.fromEntries(
    Object.entries({ reason, reason_label, detail, offered }).filter(([, one]) => one !== undefined),
  )
  await recordEvent(tx, ctx, row, 'cancelled', { ...why, version: saved.version })
  if (yearly) await writeYearlyRefund(tx, ctx, yearly, '解約')
  if (ctx.is_quiet) return
  const mail = await subscriptionMail(tx, ctx, saved, 'cancelled', { yearly })
  await enqueueMail(tx, shop_id, changeMessageKey(saved), mail, { customer_id, subscription_id: id })
}

async function lastAsked(tx: Tx, { shop_id, id }: SubscriptionRow): Promise<EventDetail> {
  const mine = and(eq(subscription_event.shop_id, shop_id), eq(subscription_event.subscription_id, id))
  const [asked] = await tx
    .select({ detail: subscription_event.detail })
    .from(subscription_event)
    .where(and(mine, eq(subscription_event.event, 'ending_asked')))
    .orderBy(desc(subscription_event.id))
    .limit(1)
  return (asked?.detail ?? {}) as EventDetail
}
