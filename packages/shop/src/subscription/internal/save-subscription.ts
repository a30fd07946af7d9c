import type { Tx } from '@kushi/db/connect'
import { rowsOf } from '@kushi/db/in-sets'
import { billing_attempt, subscription, subscription_cycle } from '@kushi/db/schema/subscription'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { and, eq, sql } from 'drizzle-orm'
import { afterAction, type SubscriptionAction } from '../rules/subscription-status.ts'
import type { CycleNotes, SubscriptionRow } from './load-subscription.ts'

export type Content = Partial<Omit<SubscriptionRow, 'id' | 'shop_id' | 'summary_status' | 'version'>>
type Key = Pick<SubscriptionRow, 'shop_id' | 'id' | 'cycle'>

/**
 * The only writer of a subscription that exists: its status by the transition table (null: it stays), its content, and a
 * version more. The caller has locked the row.
 */
export async function saveSubscription(
  tx: Tx,
  row: SubscriptionRow,
  action: SubscriptionAction | null,
  content: Content = {},
): Promise<SubscriptionRow> {
  const summary_status = action === null ? row.summary_status : afterAction(row.summary_status, action)
  if (summary_status === null) throw new Error(`subscription ${row.id}: no ${action} from status ${row.summary_status}`)
  const [saved] = await tx
    .update(subscription)
    .set({ ...content, summary_status, version: row.version + 1 })
    .where(and(eq(subscription.shop_id, row.shop_id), eq(subscription.id, row.id)))
    .returning()
  return saved!
}

/** The same of the dates of many, whose status stays. */
export async function saveDates(tx: Tx, all: readonly SubscriptionRow[]): Promise<void> {
  const rows = all.map(({ shop_id, id, next_delivery_date, next_next_delivery_date }) => ({
    ...{ shop_id, id, next_delivery_date, next_next_delivery_date },
  }))
  await tx.execute(sql`
    update subscription s set next_delivery_date = n.next_delivery_date,
      next_next_delivery_date = n.next_next_delivery_date, version = s.version + 1
    from ${rowsOf(subscription, rows)} n where s.shop_id = n.shop_id and s.id = n.id`)
}

/** What was told and decided about the present delivery. */
export async function saveNotes(tx: Tx, { shop_id, id, cycle }: Key, notes: Partial<CycleNotes>): Promise<void> {
  const { shop_id: shop, subscription_id, cycle: number } = subscription_cycle
  await tx
    .insert(subscription_cycle)
    .values({ shop_id, subscription_id: id, cycle, ...notes })
    .onConflictDoUpdate({ target: [shop, subscription_id, number], set: notes })
}

/** Something was done about a failure: the present cycle counts anew, from an attempt on `retry_on`. */
export async function restartAttempts(
  tx: Tx,
  { shop_id, id, cycle }: Key,
  retry_on: CalendarDate | null,
): Promise<void> {
  const { shop_id: shop, subscription_id, cycle: number, attempt } = billing_attempt
  const mine = and(eq(shop, shop_id), eq(subscription_id, id), eq(number, cycle))
  const isLast = sql`${attempt} = (select max(a.attempt) from billing_attempt a
    where a.shop_id = ${shop_id} and a.subscription_id = ${id} and a.cycle = ${cycle})`
  await tx
    .update(billing_attempt)
    .set({ restarted: true, retry_on })
    .where(and(mine, isLast, eq(billing_attempt.outcome, 'failed')))
}
