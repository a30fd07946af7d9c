import type { Queryable } from '@kushi/db/connect'
import { isRow } from '@kushi/db/in-shop'
import { subscription, subscription_cycle } from '@kushi/db/schema/subscription'
import { addDays } from '@kushi/values/calendar-date'
import { formatWithWeekday } from '@kushi/values/date-format'
import { ARRANGED_BEFORE_DAYS } from '@kushi/values/limits'
import { isCard, paymentMethodName } from '@kushi/values/payment-method'
import { itemTimes } from '@kushi/values/product'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { formatYen } from '@kushi/values/yen'
import { and, asc, eq, gt, gte, lte, notExists } from 'drizzle-orm'
import { arrangementDate } from '../../../catalogue/delivery/index.ts'
import { type Context, within } from '../../../context.ts'
import { enqueueLine, enqueueMail } from '../../../messaging/message/index.ts'
import { withParts } from './load-subscription.ts'
import { recordEvent } from './record-event.ts'
import { saveNotes } from './save-subscription.ts'
import { showSubscription } from './show-subscription.ts'
import { nextDeliveryLine } from './subscription-line.ts'
import { subscriptionMail } from './subscription-mail.ts'

/** 事前通知: days before the delivery; four of them are left to change it. */
export const NOTICE_DAYS = ARRANGED_BEFORE_DAYS + 4

/** A notice of the current delivery for its current date exists. */
const noticed = (db: Queryable) =>
  db
    .select({ cycle: subscription_cycle.cycle })
    .from(subscription_cycle)
    .where(
      and(
        eq(subscription_cycle.shop_id, subscription.shop_id),
        eq(subscription_cycle.subscription_id, subscription.id),
        eq(subscription_cycle.cycle, subscription.cycle),
        eq(subscription_cycle.noticed_for, subscription.next_delivery_date),
      ),
    )

/**
 * Notifies each member of the next delivery, its price, when it is charged and until when it can be changed; once per
 * delivery.
 */
export async function noticeDeliveries(ctx: Context, until: () => boolean = () => true): Promise<number> {
  const today = ctx.clock.today()
  const soon = and(
    eq(subscription.shop_id, ctx.shop_id),
    eq(subscription.summary_status, SUBSCRIPTION_STATUS.normal),
    lte(subscription.next_delivery_date, addDays(today, NOTICE_DAYS)),
    gte(subscription.next_delivery_date, addDays(today, ARRANGED_BEFORE_DAYS)),
    notExists(noticed(ctx.db)),
  )
  let done = 0
  for (let after = 0; until(); ) {
    const rows = await ctx.db
      .select({ shop_id: subscription.shop_id, id: subscription.id })
      .from(subscription)
      .where(and(soon, gt(subscription.id, after)))
      .orderBy(asc(subscription.id))
      .limit(500)
    if (rows.length === 0) break
    for (const row of rows) if (until() && (await noticeOne(ctx, row))) done += 1
    after = rows.at(-1)!.id
  }
  return done
}

const noticeOne = (ctx: Context, due: { shop_id: number; id: number }): Promise<boolean> =>
  ctx.db.transaction(async (tx) => {
    const wanted = and(isRow(subscription, due), eq(subscription.summary_status, SUBSCRIPTION_STATUS.normal))
    const [row] = await tx.select().from(subscription).where(wanted).for('update', { skipLocked: true })
    const [loaded] = row ? await withParts(tx, [row]) : []
    if (!row || !loaded || loaded.notes.noticed_for === row.next_delivery_date) return false
    const inside = within({ ...ctx, shop_id: row.shop_id, customer_id: row.customer_id }, tx)
    const { view } = await showSubscription(inside, loaded)
    const promise = { noticed_for: row.next_delivery_date, promised_total: view.payment_total }
    await saveNotes(tx, [{ row, notes: { ...loaded.notes, ...promise } }])
    await recordEvent(tx, ctx, row, 'noticed')
    const goods = view.subscription_order_item.map(itemTimes)
    const pictures = view.subscription_order_item.map(({ product_image }) => product_image)
    const method = paymentMethodName(view.payment_method_id)
    const facts = [
      ...goods,
      `配送方法: ${view.delivery_name}`,
      `お支払い金額: ${formatYen(view.payment_total)}(税込・送料${formatYen(view.delivery_fee)}を含む)`,
      isCard(view.payment_method_id) && view.payment_total > 0
        ? `お支払い: ${formatWithWeekday(arrangementDate(row.next_delivery_date))}に${method}でご請求します。`
        : `お支払い: ${view.payment_total > 0 ? method : 'お支払い済み'}`,
    ]
    const mail = await subscriptionMail(tx, ctx, row, 'noticed', { facts, pictures })
    const key = `subscription-notice:${row.id}:${row.cycle}:${row.next_delivery_date}`
    const about = { customer_id: row.customer_id, subscription_id: row.id }
    await enqueueMail(tx, row.shop_id, key, mail, about)
    await enqueueLine(tx, row, key, nextDeliveryLine(tx, ctx, row, goods, view.payment_total), about)
    return true
  })
