import type { conversion_destination } from '@kushi/db/schema/conversion'
import { order_check } from '@kushi/db/schema/person'
import type { ConversionDrop } from '@kushi/values/conversion/conversion'
import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { dropReasonOfEvent, type JudgedEvent } from '../rules/judge-event.ts'
import { type ConversionOrder, consentedContacts } from './load-facts.ts'

const DAY_MS = 86_400_000

/** SQL condition: ご注文の確認 still holds the order of an event. The event is sent after the decision. */
export const isOrderCheckPendingSql = (shop_id: SQL, order_id: SQL) => sql`exists (select from ${order_check} c
  where c.shop_id = ${shop_id} and c.order_id = ${order_id} and c.outcome = 'held' and c.decided_at is null)`

type Event = Pick<JudgedEvent, 'event_name' | 'attempts' | 'was_told'> & { occurred_at: Date | string }

/** Returns the reason why an event is dropped; null: it is sent. */
export function conversionDropReason(
  { clock }: Pick<Context, 'clock'>,
  destination: typeof conversion_destination.$inferSelect,
  event: Event,
  order: ConversionOrder,
): ConversionDrop | null {
  const age_days = (clock.now().getTime() - new Date(event.occurred_at).getTime()) / DAY_MS
  const { status: order_status, adcd, abmtcd, ad_user_id } = order
  const consented = consentedContacts(destination, order)
  const visit = { click_ids: order.click_ids ?? {}, adcd, abmtcd, ad_user_id }
  return dropReasonOfEvent({ ...event, ...visit, age_days, order_status, consented }, destination)
}
