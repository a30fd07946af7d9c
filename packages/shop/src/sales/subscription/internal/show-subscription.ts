import { isDeepStrictEqual } from 'node:util'
import type { Subscription, SubscriptionOrderItem } from '@kushi/contract/subscription'
import { delivery, delivery_time } from '@kushi/db/schema/delivery'
import { sameRowCondition } from '@kushi/db/shop-scope'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { deliveryPatternText } from '@kushi/values/delivery-pattern'
import { PAYMENT_METHOD, type PaymentMethodId, paymentMethodName } from '@kushi/values/payment-method'
import { fallbackPaymentOf } from '@kushi/values/second-way'
import {
  SUBSCRIPTION_STATUS,
  SUBSCRIPTION_STATUS_NAME,
  type SubscriptionStatusId,
} from '@kushi/values/subscription-status'
import { and, eq } from 'drizzle-orm'
import { arrangementDate, changeDeadline } from '../../../catalogue/delivery/index.ts'
import {
  type PriceBook,
  type PriceContext,
  type PriceQuote,
  paymentFee,
  type StockedItem,
} from '../../../catalogue/price/index.ts'
import { cancellationEffectText } from '../../../catalogue/promise/index.ts'
import type { Context } from '../../../context.ts'
import { loadShipments } from '../../order/index.ts'
import { benefitAfterDelivery } from '../rules/benefit.ts'
import { effectiveDelivery } from '../rules/effective-delivery.ts'
import { endsAfterArrangedDelivery, hasSubscriptionEnded } from '../rules/ending.ts'
import { failureMessage } from '../rules/failure.ts'
import { canLeaveOut, goodsLeftOut, isLeftOut, restoreLeftOutItems } from '../rules/left-out.ts'
import { subscriptionLockMessages, subscriptionLockOf } from '../rules/lock.ts'
import { fallbackPaymentProblem } from '../rules/second-way.ts'
import { restorableSkips, skipNextDelivery } from '../rules/skip.ts'
import { arrangementTermsOfSubscription } from '../rules/terms.ts'
import type { LoadedSubscription, OrderRow, SubscriptionItem, SubscriptionRow } from './load-subscription.ts'
import { priceDelivery, priceDeliveryFromBook, pricedSkuIds } from './price-delivery.ts'
import { quoteFromOrder } from './quote-of-order.ts'
import { yearlyRestAtEnd } from './yearly.ts'

type ShowContext = PriceContext & Pick<Context, 'settings'>

/** A subscription as its member sees it, with the price quote of its next delivery. */
export interface SubscriptionView {
  view: Subscription
  quoted: PriceQuote
}

interface Prices {
  /** The price, if it was already quoted. */
  known?: PriceQuote | undefined
  /** Prices that are already loaded. */
  book?: PriceBook | undefined
}

/**
 * Returns a subscription as its member sees it: with price and dates of the next delivery, and the possible actions.
 */
export async function buildSubscriptionView(
  ctx: ShowContext,
  loaded: LoadedSubscription,
  { known, book }: Prices = {},
): Promise<SubscriptionView> {
  const { row, items, order, dunning, last_order } = loaded
  const quoted = known ?? (await quotedOf(ctx, loaded, book))
  const whole = await wholeQuote(ctx, loaded, quoted, book)
  const { following: _, ...amounts } = { ...quoted.summary, later: whole.summary.later }
  const way = isArranged(order) ? order : effectiveDelivery(row, quoted)
  const terms = arrangementTermsOfSubscription(loaded)
  const possible = possibilities(loaded, ctx.clock.today(), whole.items)
  const view = {
    ...row,
    ...amounts,
    delivery_id: way.delivery_id,
    delivery_time_id: way.delivery_time_id,
    ...(await deliveryNames(ctx, { ...way, shop_id: row.shop_id })),
    summary_status_name: SUBSCRIPTION_STATUS_NAME[row.summary_status as SubscriptionStatusId],
    pattern_label: deliveryPatternText(row),
    change_deadline: changeDeadline(row.next_delivery_date, terms),
    charge_date: dunning?.retry_on ? dunning.retry_on : arrangementDate(row.next_delivery_date, terms),
    subscription_order_item: items.flatMap((item) =>
      itemView(item, loaded, quoted.items, whole.items, possible.can.change_items),
    ),
    shipping_address: { ...row, delivery_notes: way.delivery_notes },
    payment_name: paymentMethodName(row.payment_method_id as PaymentMethodId),
    second_way: secondWayView(row, quoted.summary),
    payment_repair_url: repairUrl(ctx, row),
    failure: dunning && {
      ...dunning,
      message: failureMessage(dunning.failure, loaded.attempts.at(-1)!.payment_method_id),
    },
    last_order,
    arranged_order: order && { ...order, shipments: await shipmentsOf(ctx, order) },
    ...possible,
    cancel_text: cancelTextOf(loaded),
  }
  return { view: view as Subscription, quoted }
}

/** Prices a delivery with the items that are left out of the next one, as every other delivery has them. */
async function wholeQuote(
  ctx: ShowContext,
  loaded: LoadedSubscription,
  quoted: PriceQuote,
  book?: PriceBook,
): Promise<PriceQuote> {
  const { items } = restoreLeftOutItems(loaded.items, loaded.row)
  if (!items) return quoted
  const { row, notes } = loaded
  const whole = { ...loaded, items, order: null, notes: { ...notes, promised_total: null } }
  const all = await quotedOf(ctx, whole, book)
  const goods = goodsLeftOut(all.items, loaded.items, row)
  const benefits = loaded.benefits.map((terms) => benefitAfterDelivery(terms, goods, row.cycle))
  return isDeepStrictEqual(benefits, loaded.benefits) ? all : quotedOf(ctx, { ...whole, benefits }, book)
}

/** The second way with its fee, as named when the member set it. */
function secondWayView(row: SubscriptionRow, amounts: PriceQuote['summary']): Subscription['second_way'] {
  const way = fallbackPaymentOf(row)
  if (!way) return null
  const { payment_fees, ...which } = way
  const payment_fee = paymentFee(payment_fees, amounts.payment_total - amounts.payment_fee)
  return { ...which, payment_name: paymentMethodName(way.payment_method_id), payment_fee }
}

/** The text on 解約 by the contract's rule, with the amount that it gives. */
function cancelTextOf(loaded: LoadedSubscription): string {
  const { row, order } = loaded
  const yearly = hasSubscriptionEnded(row) ? null : yearlyRestAtEnd(loaded)
  const last = isArranged(order) ? (order.delivery_date ?? row.next_delivery_date) : null
  return cancellationEffectText({ last, next_delivery_date: row.next_delivery_date, yearly })
}

async function quotedOf(ctx: ShowContext, loaded: LoadedSubscription, book?: PriceBook): Promise<PriceQuote> {
  const isIn = book && pricedSkuIds(loaded).every((id) => book.skus.has(id))
  const priced = isIn ? priceDeliveryFromBook(book, loaded) : await priceDelivery(ctx, loaded)
  const { order } = loaded
  return isArranged(order) ? quoteFromOrder(ctx, priced, order) : priced
}

/** From then on the order decides content and delivery method. */
const isArranged = (order: OrderRow | null): order is OrderRow => order !== null && order.status !== 'payment_error'

const shipmentsOf = async ({ db }: ShowContext, { shop_id, id }: OrderRow) =>
  (await loadShipments(db, shop_id, [id])).get(id) ?? []

/** A charge permission is corrected in the customer's account at Amazon. */
const repairUrl = ({ settings }: ShowContext, row: SubscriptionRow): string | null =>
  row.payment_method_id === PAYMENT_METHOD.amazon_pay && row.charge_permission_id !== null && settings.amazon
    ? `${settings.amazon.account_url}${row.charge_permission_id}`
    : null

/** Returns the actions that today's date, the status and the order of this cycle allow. */
function possibilities(loaded: LoadedSubscription, today: CalendarDate, items: readonly StockedItem[]) {
  const { row, prepaid_until: until, yearly_total } = loaded
  const terms = arrangementTermsOfSubscription(loaded)
  const lock = subscriptionLockOf(loaded, today)
  const isPaused = row.summary_status === SUBSCRIPTION_STATUS.pause
  const update = lock === null && !isPaused
  const undoable = restorableSkips(row, terms, today)
  return {
    lock,
    lock_message: lock && subscriptionLockMessages[lock],
    is_ending: endsAfterArrangedDelivery(row),
    prepaid:
      until === null || yearly_total === null || hasSubscriptionEnded(row)
        ? null
        : { total: yearly_total, remaining: Math.max(0, until - row.cycle + 1) },
    can: {
      update,
      change_items: update && yearly_total === null,
      change_payment: lock === null,
      name_second_way: lock === null && fallbackPaymentProblem(loaded) === null,
      skip: update && skipNextDelivery(row, row, terms, today) !== null,
      undo_skip: update && undoable.length > 0,
      pause: update,
      reopen: isPaused,
      cancel: lock === null,
      cancel_after: (lock === 'arranged' || lock === 'in_progress') && !endsAfterArrangedDelivery(row),
      undo_cancel: endsAfterArrangedDelivery(row),
      answer_rest:
        update &&
        row.summary_status === SUBSCRIPTION_STATUS.normal &&
        row.cycle > 1 &&
        yearly_total === null &&
        items.some(({ lasting_days = null }) => lasting_days !== null),
    },
    skipped: undoable.map((delivery_date) => ({ delivery_date, undo_until: changeDeadline(delivery_date, terms) })),
  }
}

/** `priced`: the items of the next delivery; `whole`: the same with those that are left out. */
function itemView(
  item: SubscriptionItem,
  { row, items }: LoadedSubscription,
  priced: readonly StockedItem[],
  whole: readonly StockedItem[],
  isChangeable: boolean,
): SubscriptionOrderItem[] {
  const is_left_out = isLeftOut(item, row)
  const now = (is_left_out ? whole : priced).find((one) => one.id === item.product_sku_id)
  if (!now) return []
  const { subtotal, discount_amount, promotions } = is_left_out ? { ...now, ...NOTHING_CHARGED } : now
  return [
    {
      ...now,
      ...item,
      subtotal,
      promotions,
      parts: now.parts,
      discount_amount: Math.floor(discount_amount / item.quantity),
      discount_amount_total: discount_amount,
      tax: Math.floor(((subtotal - discount_amount) * now.tax_rate) / (100 + now.tax_rate)),
      is_one_time: item.only_cycle !== null,
      is_left_out,
      can_leave_out: isChangeable && canLeaveOut(item, items, row),
    },
  ]
}

const NOTHING_CHARGED = { subtotal: 0, discount_amount: 0, promotions: [] }

type Way = Pick<SubscriptionRow, 'shop_id' | 'delivery_id' | 'delivery_time_id'>

async function deliveryNames(ctx: PriceContext, way: Way) {
  const query = () => queryNames(ctx, way)
  return ctx.cache
    ? ctx.cache.get(`names of ${way.shop_id} ${way.delivery_id} ${way.delivery_time_id}`, query)
    : query()
}

async function queryNames(ctx: PriceContext, row: Way) {
  const time = and(
    eq(delivery_time.shop_id, delivery.shop_id),
    eq(delivery_time.delivery_id, delivery.id),
    eq(delivery_time.id, row.delivery_time_id ?? 0),
  )
  const [names] = await ctx.db
    .select({ delivery_name: delivery.delivery_name, delivery_time: delivery_time.delivery_time })
    .from(delivery)
    .leftJoin(delivery_time, time)
    .where(sameRowCondition(delivery, { shop_id: row.shop_id, id: row.delivery_id }))
  return names!
}
