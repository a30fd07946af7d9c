import type { Queryable, Tx } from '@kushi/db/connect'
import { subscription, subscription_cycle } from '@kushi/db/schema/subscription'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { addDays, type CalendarDate } from '@kushi/values/calendar-date'
import { formatDateWithWeekday } from '@kushi/values/date-format'
import { deliveryFeesText } from '@kushi/values/order-amounts'
import { PACE_ANSWER_NAME } from '@kushi/values/pace'
import { isCardPayment, NOTHING_TO_PAY_TEXT, paymentMethodName } from '@kushi/values/payment-method'
import { itemQuantityText } from '@kushi/values/product'
import { itemWithContentsText } from '@kushi/values/product-set'
import type { PromotionTerms } from '@kushi/values/promotion'
import { giftOfPromotion } from '@kushi/values/promotion/kinds'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { formatYen } from '@kushi/values/yen'
import { and, asc, eq, gt, isNull, lte, notExists, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { changeDeadline, followingDeliveryDay, loadLeadTimes } from '../../../catalogue/delivery/index.ts'
import { isPromotionForCycle } from '../../../catalogue/promotion/index.ts'
import { type Context, contextInTransaction, type QueryContext } from '../../../context.ts'
import { enqueueLineMessageToMember, enqueueMail } from '../../../messaging/message/index.ts'
import { arrangementTermsOfSubscription } from '../rules/terms.ts'
import { arrangementDueCondition } from './arrangement-due-by.ts'
import { paceUrl } from './delivery-link.ts'
import { loadPace } from './load-pace.ts'
import { type LoadedSubscription, loadSubscriptionsWithDetails, type SubscriptionRow } from './load-subscription.ts'
import { promotionsAfterDelivery } from './price-delivery.ts'
import { recordEvent } from './record-event.ts'
import { reserveGifts } from './reserve-gifts.ts'
import { saveCycleNotes } from './save-subscription.ts'
import { buildSubscriptionView, type SubscriptionView } from './show-subscription.ts'
import { type LeftoverQuestion, nextDeliveryLine } from './subscription-line.ts'
import { subscriptionMail } from './subscription-mail.ts'

/** 事前通知: days before the delivery, and at least days before its deadline, so that some are left to change it. */
const NOTICE = { before_delivery: 14, before_deadline: 4 } as const

/** Whether the notice is due on `today`: the delivery is near and can still be changed. */
const isNoticeDue = ({ next_delivery_date, change_deadline }: Dates, today: CalendarDate): boolean =>
  today <= change_deadline &&
  (next_delivery_date <= addDays(today, NOTICE.before_delivery) ||
    change_deadline <= addDays(today, NOTICE.before_deadline))

type Dates = Pick<SubscriptionView['view'], 'next_delivery_date' | 'change_deadline'>

/** A notice of a delivery for its date exists. */
const noticed = (db: Queryable, { cycle, date }: { cycle: SQL; date: AnyPgColumn }) =>
  db
    .select({ cycle: subscription_cycle.cycle })
    .from(subscription_cycle)
    .where(
      and(
        eq(subscription_cycle.shop_id, subscription.shop_id),
        eq(subscription_cycle.subscription_id, subscription.id),
        eq(subscription_cycle.cycle, cycle),
        eq(subscription_cycle.noticed_for, date),
      ),
    )

/**
 * Notifies each member of the next delivery, its price, when it is charged and until when it can be changed; once per
 * delivery.
 */
export async function notifyNextDeliveries(ctx: Context, until: () => boolean = () => true): Promise<number> {
  const today = ctx.clock.today()
  const { next_delivery_date: next, next_next_delivery_date: after } = subscription
  const running = and(
    eq(subscription.shop_id, ctx.shop_id),
    eq(subscription.summary_status, SUBSCRIPTION_STATUS.normal),
  )
  const soon = and(
    running,
    gt(subscription.next_delivery_date, today),
    or(
      lte(subscription.next_delivery_date, addDays(today, NOTICE.before_delivery)),
      arrangementDueCondition(await loadLeadTimes(ctx), addDays(today, NOTICE.before_deadline + 1)),
    ),
    notExists(noticed(ctx.db, { cycle: sql`${subscription.cycle}`, date: next })),
  )
  // With a short interval the delivery after the arranged one is near too, while nothing can be changed.
  const ahead = and(
    running,
    isNull(subscription.final_cycle),
    gt(after, today),
    lte(after, addDays(today, NOTICE.before_delivery)),
    notExists(noticed(ctx.db, { cycle: sql`${subscription.cycle} + 1`, date: after })),
  )
  return (await noticeAll(ctx, soon, thisOne, until)) + (await noticeAll(ctx, ahead, theOneAfter, until))
}

async function noticeAll(
  ctx: Context,
  which: SQL | undefined,
  delivery: UpcomingLoader,
  until: () => boolean,
): Promise<number> {
  let done = 0
  for (let after = 0; until(); ) {
    const rows = await ctx.db
      .select({ shop_id: subscription.shop_id, id: subscription.id })
      .from(subscription)
      .where(and(which, gt(subscription.id, after)))
      .orderBy(asc(subscription.id))
      .limit(500)
    if (rows.length === 0) break
    for (const row of rows) if (until() && (await noticeOne(ctx, row, delivery))) done += 1
    after = rows.at(-1)!.id
  }
  return done
}

/** Returns a locked subscription in its state before the delivery to announce; null: there is none to announce. */
type UpcomingLoader = (ctx: QueryContext, row: SubscriptionRow) => Promise<LoadedSubscription | null>

const thisOne: UpcomingLoader = async (ctx, row) => (await loadSubscriptionsWithDetails(ctx, [row]))[0]!

const theOneAfter: UpcomingLoader = async (ctx, row) => {
  const [current] = await loadSubscriptionsWithDetails(ctx, [row])
  if (!current?.order || current.order.status === 'payment_error') return null
  const { cycle, next_next_delivery_date: next } = row
  const dates = {
    next_delivery_date: next,
    next_next_delivery_date: followingDeliveryDay(next, row, arrangementTermsOfSubscription(current)),
  }
  const [after] = await loadSubscriptionsWithDetails(ctx, [{ ...row, ...dates, cycle: cycle + 1 }])
  return { ...after!, benefits: await promotionsAfterDelivery(ctx, current) }
}

/** Announced gifts are reserved first: nobody else can take them until the delivery. */
async function withGifts(tx: Tx, ctx: QueryContext, coming: LoadedSubscription): Promise<LoadedSubscription> {
  if (!coming.benefits.some(giftOfPromotion)) return coming
  const { row } = coming
  await reserveGifts(tx, row.shop_id, [row.id])
  return { ...(await loadSubscriptionsWithDetails(ctx, [row]))[0]!, benefits: coming.benefits }
}

/** The promotions of this delivery, and what the one after costs if that differs (特定商取引法). */
function promotionFacts({ promotions, gifts, later, payment_total, cycle }: SubscriptionView['view']): string[] {
  const given = [
    ...promotions
      .filter(({ discount_amount }) => discount_amount > 0)
      .map((one) => `特典: ${one.promotion_name} ${formatYen(-one.discount_amount)}`),
    ...gifts.map((gift) => `プレゼント: ${itemQuantityText(gift)}(${gift.promotion_name})`),
    ...promotions
      .filter(({ is_applied }) => !is_applied)
      .map(({ promotion_name, message }) => `特典: ${promotion_name} ${message}`),
  ]
  const next = later[0]
  const isOther = promotions.length > 0 && next !== undefined && next.payment_total !== payment_total
  return isOther ? [...given, `その次(${cycle + 1}回目)のお支払い金額: ${formatYen(next.payment_total)}(税込)`] : given
}

/** A gift that was promised does not come: what the member can do about it, and until when. */
function missingGiftFacts({ benefits }: LoadedSubscription, view: SubscriptionView['view']): string[] {
  const isMissing = (one: PromotionTerms) =>
    giftOfPromotion(one) !== undefined &&
    isPromotionForCycle(one, view.cycle) &&
    !view.gifts.some(({ gift_promotion_id }) => gift_promotion_id === one.promotion_id)
  if (!benefits.some(isMissing)) return []
  return [
    `このままでよろしければ、お手続きはいりません。お休み・商品の変更・解約は、${formatDateWithWeekday(view.change_deadline)}までマイページでお選びいただけます。`,
  ]
}

/** お手元の残りは？ Only where a proposal may follow, and nothing was answered or proposed for this delivery yet. */
async function askRest(
  ctx: QueryContext,
  loaded: LoadedSubscription,
  until: CalendarDate,
): Promise<LeftoverQuestion | null> {
  const known = await loadPace(ctx, loaded)
  if (!known?.main.may_propose || known.main.answer || known.offer) return null
  const urlOf = paceUrl(ctx, loaded.row.shop_id, { ...loaded.row, until })
  return {
    item_name: known.main.item_name,
    answers: MAILED.map((answer) => ({ label: PACE_ANSWER_NAME[answer], url: urlOf(answer) })),
  }
}

const MAILED = ['none', 'half', 'more'] as const

const restFacts = ({ item_name, answers }: LeftoverQuestion): string[] => [
  `お手元の残りは？ ${item_name}`,
  'お返事から、次回までの見込みを計算します(ログインはいりません)。押しただけでは、お届けは変わりません。',
  ...answers.map(({ label, url }) => `${label}\n${url}`),
]

const noticeOne = (ctx: Context, due: { shop_id: number; id: number }, delivery: UpcomingLoader): Promise<boolean> =>
  ctx.db.transaction(async (tx) => {
    const wanted = and(sameRowCondition(subscription, due), eq(subscription.summary_status, SUBSCRIPTION_STATUS.normal))
    const [locked] = await tx.select().from(subscription).where(wanted).for('update', { skipLocked: true })
    if (!locked) return false
    const inside = contextInTransaction({ ...ctx, shop_id: locked.shop_id, customer_id: locked.customer_id }, tx)
    const coming = await delivery(inside, locked)
    if (!coming || coming.order || coming.notes.noticed_for === coming.row.next_delivery_date) return false
    const { row, yearly_total, prepaid_until } = coming
    // A delivery that will not be arranged is not announced.
    if (yearly_total !== null && (prepaid_until ?? 0) < row.cycle) return false
    const { next_delivery_date } = row
    const change_deadline = changeDeadline(next_delivery_date, arrangementTermsOfSubscription(coming))
    if (!isNoticeDue({ next_delivery_date, change_deadline }, ctx.clock.today())) return false
    const isAhead = row.cycle > locked.cycle
    const loaded = await withGifts(tx, inside, coming)
    const { view } = await buildSubscriptionView(inside, loaded)
    const promise = { noticed_for: row.next_delivery_date, promised_total: view.payment_total }
    await saveCycleNotes(tx, [{ row, notes: { ...loaded.notes, ...promise } }])
    await recordEvent(tx, ctx, row, 'noticed', { cycle: row.cycle })
    const delivered = view.subscription_order_item.filter((item) => !item.is_left_out)
    const leftOut = view.subscription_order_item.filter((item) => item.is_left_out)
    const goods = delivered.map(itemWithContentsText)
    const pictures = delivered.map(({ product_image }) => product_image)
    const method = paymentMethodName(view.payment_method_id)
    const facts = [
      ...goods,
      ...leftOut.map((item) => `今回だけ除く商品: ${itemQuantityText(item)}(その次からは、またお届けします)`),
      `配送方法: ${view.delivery_name}`,
      ...promotionFacts(view),
      // While a delivery is on its way nothing can be changed, and the mail says so.
      ...(isAhead ? [] : missingGiftFacts(loaded, view)),
      `お支払い金額: ${formatYen(view.payment_total)}(税込、${deliveryFeesText(view)}を含む)`,
      isCardPayment(view.payment_method_id) && view.payment_total > 0
        ? `お支払い: ${formatDateWithWeekday(view.charge_date)}に${method}でご請求します。`
        : `お支払い: ${view.payment_total > 0 ? method : view.prepaid ? 'お支払い済み' : NOTHING_TO_PAY_TEXT}`,
    ]
    const ask = !isAhead && view.can.answer_rest ? await askRest(inside, loaded, view.change_deadline) : null
    if (ask) facts.push('', ...restFacts(ask))
    const mail = await subscriptionMail(tx, ctx, row, 'noticed', { facts, pictures, isAhead })
    const key = `subscription-notice:${row.id}:${row.cycle}:${row.next_delivery_date}`
    const about = { customer_id: row.customer_id, subscription_id: row.id }
    await enqueueMail(tx, row.shop_id, key, mail, about)
    await enqueueLineMessageToMember(tx, row, key, nextDeliveryLine(tx, ctx, row, { ...view, goods, ask }), about)
    return true
  })
