import type { Queryable } from '@kushi/db/connect'
import { orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { subscription } from '@kushi/db/schema/subscription'
import { addDays, type CalendarDate } from '@kushi/values/calendar-date'
import { ARRANGED_BEFORE_DAYS } from '@kushi/values/limits'
import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, lte, ne, notExists, or, sql } from 'drizzle-orm'

/** What `isDue` says of a row, in the terms of the indexes, and no order of that cycle that is under way. */
const dueOn = (db: Queryable, today: CalendarDate) => {
  const planned = lte(subscription.next_delivery_date, addDays(today, ARRANGED_BEFORE_DAYS - 1))
  const retry = lte(subscription.retry_on, today)
  const paidAhead = and(isNotNull(subscription.final_cycle), gte(subscription.final_cycle, subscription.cycle))
  const newCard = and(
    eq(subscription.payment_method_id, 1),
    isNotNull(subscription.card_seq),
    isNotNull(subscription.failed_card_seq),
    ne(subscription.card_seq, subscription.failed_card_seq),
  )
  const underWay = db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.subscription_id, subscription.id),
        eq(orders.cycle, subscription.cycle),
        ne(orders.status, 'payment_error'),
      ),
    )
  return and(
    or(
      and(eq(subscription.summary_status, 1), planned),
      and(inArray(subscription.summary_status, [2, 3, 4]), retry),
      and(eq(subscription.summary_status, 2), newCard),
      and(eq(subscription.summary_status, 6), paidAhead, or(and(isNull(subscription.failure), planned), retry)),
    ),
    notExists(underWay),
  )
}

/** Subscriptions that the run of `today` is to arrange, by id, from after `after` on. */
export async function listDue(db: Queryable, today: CalendarDate, after: number, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: subscription.id })
    .from(subscription)
    .where(and(dueOn(db, today), gt(subscription.id, after)))
    .orderBy(asc(subscription.id))
    .limit(limit)
  return rows.map((row) => row.id)
}

/** Deliveries whose payment an earlier run, or another process, has not brought to an end; free to be claimed. */
export async function listOpenCharges(db: Queryable, limit: number): Promise<string[]> {
  const rows = await db
    .select({ provider_order_id: payment.provider_order_id })
    .from(payment)
    .innerJoin(orders, eq(orders.id, payment.order_id))
    .where(
      and(
        inArray(payment.state, ['intent', 'held']),
        gt(orders.cycle, 1),
        or(isNull(payment.claimed_until), sql`${payment.claimed_until} < now()`),
      ),
    )
    .orderBy(asc(payment.id))
    .limit(limit)
  return rows.map((row) => row.provider_order_id)
}
