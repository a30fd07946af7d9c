import type { Tx } from '@kushi/db/connect'
import { subscription, subscription_order_item } from '@kushi/db/schema/subscription'
import { addDays } from '@kushi/values/calendar-date'
import { ARRANGED_BEFORE_DAYS } from '@kushi/values/limits'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { and, eq, lte } from 'drizzle-orm'
import type { Clock } from '../context.ts'
import { recordEvent } from './record-event.ts'
import { cleared } from './rules/cleared.ts'
import { nextDeliveryDate } from './rules/next-delivery-date.ts'
import { prepaidUntil } from './rules/prepaid.ts'
import { repairDates } from './rules/repair-dates.ts'
import { afterAction } from './rules/subscription-status.ts'

interface Delivered {
  subscription_id: number | null
  cycle: number | null
  order_no: string
}

/**
 * On to the next cycle, once: next ← next-next, next-next ← pattern. A parcel that came late never leaves less than the
 * ten days in which the next one can be changed. Items of this time only are gone. `received`: it came; else its order
 * was cancelled or came back. Called with the order's status change, in its transaction; the first order and a cycle that
 * is over change nothing.
 */
export async function advanceCycle(
  tx: Tx,
  clock: Clock,
  { subscription_id, cycle, order_no }: Delivered,
  event: 'received' | 'delivery_cancelled',
): Promise<void> {
  if (subscription_id === null || cycle === null) return
  const [row] = await tx.select().from(subscription).where(eq(subscription.id, subscription_id)).for('update')
  if (!row || row.cycle !== cycle) return
  const items = eq(subscription_order_item.subscription_id, row.id)
  const regular = await tx.select().from(subscription_order_item).where(items)
  const until = prepaidUntil(regular)
  const next = row.next_next_delivery_date
  const coming = { next_delivery_date: next, next_next_delivery_date: nextDeliveryDate(row, next) }
  const dates = repairDates(coming, row, addDays(clock.today(), ARRANGED_BEFORE_DAYS))
  const summary_status = afterAction(row.summary_status, 'receive') ?? row.summary_status
  const set = { ...cleared, ...dates, promised_total: null, summary_status, cycle: cycle + 1, version: row.version + 1 }
  await tx.update(subscription).set(set).where(eq(subscription.id, row.id))
  await tx.delete(subscription_order_item).where(and(items, lte(subscription_order_item.only_cycle, cycle)))
  await recordEvent(tx, clock, row.id, event, 'shop', { order_no, version: set.version })
  // Paid once for so many deliveries, and told that nothing more is charged: it ends here.
  if (until === null || set.cycle <= until) return
  if (row.summary_status === SUBSCRIPTION_STATUS.cancel) return
  const over = { summary_status: SUBSCRIPTION_STATUS.cancel, final_cycle: null }
  await tx.update(subscription).set(over).where(eq(subscription.id, row.id))
  await recordEvent(tx, clock, row.id, 'finished', 'system', { version: set.version })
}
