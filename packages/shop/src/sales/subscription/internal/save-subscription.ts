import { updateRows, valuesTableSql } from '@kushi/db/bulk-rows'
import type { Tx } from '@kushi/db/connect'
import { billing_attempt, subscription, subscription_cycle } from '@kushi/db/schema/subscription'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { sql } from 'drizzle-orm'
import { type SubscriptionAction, statusAfterAction } from '../rules/subscription-status.ts'
import type { CycleNotes, LoadedSubscription, SubscriptionRow } from './load-subscription.ts'

export type SubscriptionContent = Partial<Omit<SubscriptionRow, 'id' | 'shop_id' | 'summary_status' | 'version'>>

/**
 * The only writer of an existing subscription: its status by the transition table (null: unchanged), its content, and
 * the next version. The caller has locked the row.
 */
export async function saveSubscription(
  tx: Tx,
  row: SubscriptionRow,
  action: SubscriptionAction | null,
  content: SubscriptionContent = {},
): Promise<SubscriptionRow> {
  const [written] = await saveSubscriptions(tx, row.shop_id, [{ row, action, content }])
  return written!
}

interface Saving {
  row: SubscriptionRow
  action: SubscriptionAction | null
  content: SubscriptionContent
}

/**
 * Saves many subscriptions of one shop in one statement. Returns the new rows in the same order. The caller has locked
 * them.
 */
export async function saveSubscriptions(tx: Tx, shop_id: number, all: readonly Saving[]): Promise<SubscriptionRow[]> {
  const rows = all.map(saved)
  const changed = all.flatMap(({ content }) => Object.keys(content) as (keyof SubscriptionContent)[])
  const set = [...new Set([...changed, 'summary_status' as const, 'version' as const])]
  await updateRows(tx, subscription, shop_id, rows, { key: ['id'], set })
  return rows
}

function saved({ row, action, content }: Saving): SubscriptionRow {
  const summary_status = action === null ? row.summary_status : statusAfterAction(row.summary_status, action)
  if (summary_status === null) throw new Error(`subscription ${row.id}: no ${action} from status ${row.summary_status}`)
  const said = Object.fromEntries(
    Object.entries(content).filter(([, value]) => value !== undefined),
  ) as SubscriptionContent
  return { ...row, ...said, summary_status, version: row.version + 1 }
}

interface CycleNotesRow {
  row: Pick<SubscriptionRow, 'shop_id' | 'id' | 'cycle'>
  notes: CycleNotes
}

/** Writes the announced day and total of the current deliveries. */
export async function saveCycleNotes(tx: Tx, all: readonly CycleNotesRow[]): Promise<void> {
  if (all.length === 0) return
  const rows = all.map(({ row, notes }) => {
    const { noticed_for, promised_total } = notes
    return { shop_id: row.shop_id, subscription_id: row.id, cycle: row.cycle, noticed_for, promised_total }
  })
  await tx.execute(sql`
    insert into subscription_cycle (shop_id, subscription_id, cycle, noticed_for, promised_total)
    select shop_id, subscription_id, cycle, noticed_for, promised_total from ${valuesTableSql(subscription_cycle, rows)}
    on conflict (shop_id, subscription_id, cycle) do update
    set noticed_for = excluded.noticed_for, promised_total = excluded.promised_total`)
}

interface Restarting {
  loaded: Pick<LoadedSubscription, 'attempts'>
  /** Day of the next attempt; null: no automatic attempt. */
  retry_on: CalendarDate | null
}

/** After an action on failures of these subscriptions of one shop: restarts the count of the current cycle. */
export async function restartBillingAttempts(tx: Tx, shop_id: number, all: readonly Restarting[]): Promise<void> {
  const rows = all.flatMap(({ loaded, retry_on }) => {
    const last = loaded.attempts.at(-1)
    return last?.outcome === 'failed' ? [{ ...last, restarted: true, retry_on }] : []
  })
  const key = ['subscription_id', 'cycle', 'attempt'] as const
  await updateRows(tx, billing_attempt, shop_id, rows, { key, set: ['restarted', 'retry_on'] })
}
