import { insertRows } from '@kushi/db/bulk-rows'
import type { Tx } from '@kushi/db/connect'
import { inOneRoundTrip } from '@kushi/db/in-one-round-trip'
import { order_ad_consent } from '@kushi/db/schema/conversion'
import { customer } from '@kushi/db/schema/customer'
import { order_evidence, order_item, order_status_event, order_visit, orders } from '@kushi/db/schema/order'
import { order_offer_answer } from '@kushi/db/schema/order-offer'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { CART_TYPE } from '@kushi/values/cart'
import type { OrderStatus } from '@kushi/values/order-status'
import { isCardPayment, isCashOnDelivery } from '@kushi/values/payment-method'
import { spendPoints } from '../../../catalogue/point/index.ts'
import { quotePurchase } from '../../../catalogue/price/index.ts'
import { recordPromotionUses } from '../../../catalogue/promotion/index.ts'
import type { Input, MemberContext, MemberQueryContext } from '../../../context.ts'
import { loadCachedShop } from '../../../foundation/setting/index.ts'
import { enqueueLineMessageToUser, enqueueMail, loadCachedMessageText } from '../../../messaging/message/index.ts'
import { storePersonSigns } from '../../../people/person/index.ts'
import { ShopError } from '../../../shop-error.ts'
import { findSeenArms, recordSeenArms } from '../../experiment/index.ts'
import { type OrderGoods, offerAnswers } from '../../offer/index.ts'
import {
  deductStock,
  insertOrders,
  loadOrderMailContext,
  type NewItemRow,
  type NewOrder,
  type OrderMailContext,
  type OrderMailParts,
  type OrderRow,
  orderItemRows,
  orderMail,
  orderStatusEventRow,
  pickOrderAmounts,
} from '../../order/index.ts'
import { checkInvoiceLimit, consentWitness, paymentIntentRow, writePaymentIntents } from '../../payment/index.ts'
import { type AdConsentRequest, adConsentRequested, personMatchFound, subscriptionOrdered } from '../hooks.ts'
import { approvalPortOf } from '../release-approvals.ts'
import { type OrderAssessment, priceRequest } from './assess-order.ts'
import { confirmationShownAt } from './check-confirmation.ts'
import { paymentCardColumns } from './chosen-card.ts'
import type { OrderBuyer } from './find-buyer.ts'
import { acceptOrder, messageAboutOrder, orderReceivedLine, orderReceivedMessageKey } from './receive-order.ts'
import { requestDigest } from './request-digest.ts'

type Request = Input<'POST /v1/order/public/new'>
/**
 * Runs in the same transaction as the order; an error rolls both back. For example an operator's audit entry, or the
 * last check of a payment link.
 */
export type OrderHook = (tx: Tx, order: OrderRow) => Promise<void>

interface Press {
  input: Request
  assessed: OrderAssessment
  buyer: OrderBuyer
  also: OrderHook | undefined
}

/**
 * Writes order, items, evidence, stock and what follows, in one transaction. Returns null when an order with this key
 * already exists (then nothing was written).
 * @throws ShopError 409 when another customer took the last pieces; 401 when the member no longer exists
 */
export async function writeOrder(
  ctx: MemberContext,
  { input, assessed, buyer, also }: Press,
): Promise<OrderRow | null> {
  // Loaded before the transaction, because that already holds a connection.
  const mailParts = isAwaited(input, assessed) ? null : await loadMailParts(ctx, buyer)
  const visit = await keptVisit(ctx, input)
  const consent = await givenAdConsent(ctx, input)
  const seen = await findSeenArms(ctx, input.landing_slug)
  const answers = await offerAnswers(assessed.offered, assessed.summary, (goods) =>
    totalWith(ctx, input, assessed, goods),
  )
  return ctx.db.transaction(async (tx) => {
    const order = await insertOrder(tx, ctx, input, assessed, buyer.new_order_no)
    if (!order) return null
    await checkInvoiceLimit(tx, ctx, { ...order, is_subscription: input.is_subscription, is_first_delivery: true })
    if (input.is_subscription) {
      order.subscription_id = await subscriptionOrdered(tx, ctx, order, input, assessed)
      const first = { subscription_id: order.subscription_id, cycle: 1 }
      await tx.update(orders).set(first).where(sameRowCondition(orders, order))
    }
    const items = orderItemRows(order, assessed)
    const mail = mailParts && { ...(await aroundOf(tx, ctx, order, assessed)), ...mailParts }
    await inOneRoundTrip([
      checkMember(tx, order),
      insertRows(tx, order_item, items),
      writePaymentIntents(tx, isPaid(order, input) ? [intentOf(ctx, order, input)] : []),
      insertRows(tx, order_status_event, [orderStatusEventRow(ctx, order)]),
      insertRows(tx, order_evidence, [evidenceOf(ctx, order, input, assessed)]),
      visit && insertRows(tx, order_visit, [visitOf(order, visit)]),
      consent && insertRows(tx, order_ad_consent, [adConsentOf(order, consent)]),
      seen.length > 0 && recordSeenArms(tx, order, seen),
      answers.length > 0 && insertRows(tx, order_offer_answer, answersOf(order, answers)),
      storePersonSigns(tx, ctx, [{ ...ctx, account: buyer.account, to: input.shipping_address }]),
      hasMatches(assessed) && personMatchFound(tx, ctx, order, assessed.matches),
      mail && acceptOrder(tx, ctx, order, items, consent !== null),
      mail && notifyReceived(tx, ctx, order, items, mail, buyer.line_id),
      takeScarce(tx, ctx, order, assessed),
    ])
    await also?.(tx, order)
    return order
  })
}

const hasMatches = ({ matches }: OrderAssessment) => matches.refused.length + matches.doubted.length > 0

/** Limits, points and stock, as the last of the round trip: every buyer needs those rows. */
async function takeScarce(tx: Tx, ctx: MemberQueryContext, order: OrderRow, assessed: OrderAssessment): Promise<void> {
  const { shop_id, id: order_id, customer_id } = order
  await recordPromotionUses(tx, ctx, { shop_id, customer_id, order_id, subscription_id: null }, assessed.granted)
  await spendPoints(tx, ctx, order, assessed.items)
  const { gifts, later_gifts } = assessed.summary
  await deductStock(tx, order.shop_id, [...assessed.items, ...gifts, ...later_gifts])
}

/**
 * Checked after the order was written: from then on the member can't leave before the transaction ends.
 * @throws ShopError 401 for a member who withdrew or was merged meanwhile
 */
async function checkMember(tx: Tx, { shop_id, customer_id }: OrderRow): Promise<void> {
  const [member] = await tx
    .select({ withdrawn_at: customer.withdrawn_at })
    .from(customer)
    .where(sameRowCondition(customer, { shop_id, id: customer_id }))
  if (member?.withdrawn_at !== null) throw new ShopError(401, 'ERROR_UNAUTHORIZED', 'ログインしてください。')
}

const intentOf = (ctx: MemberContext, order: OrderRow, input: Request) => ({
  ...paymentIntentRow(ctx, order, order.order_no, order.created_at),
  ...paymentCardColumns(input, order.subscription_id !== null),
  ...approvedBefore(ctx, input),
})

/** The approval that the customer gave before the order. A job finds the approval by it after a crash. */
function approvedBefore(ctx: MemberContext, { payment_method_id, sheet_token }: Request) {
  const approvals = approvalPortOf(ctx, payment_method_id)
  return approvals && sheet_token ? { reference: approvals.referenceOf(approvals.idOf(sheet_token)) } : {}
}

const evidenceOf = (ctx: MemberContext, order: OrderRow, input: Request, assessed: OrderAssessment) => ({
  shop_id: order.shop_id,
  order_id: order.id,
  request_digest: requestDigest(input),
  terms_version: assessed.terms_version,
  shown_at: confirmationShownAt(input.shown, ctx.clock.now()),
  shown: {
    ...input.shown,
    items: assessed.items,
    summary: assessed.summary,
    terms: assessed.terms,
    // The exact text of the consent; null: no data was passed on.
    third_party_consent: assessed.consent_text,
    ...(assessed.second_way && { second_way: assessed.second_way }),
    ...((assessed.consent_text ?? assessed.second_way?.consent_text) != null && consentWitness(ctx)),
  },
  user_agent: ctx.user_agent,
})

type KeptVisit = Pick<typeof order_visit.$inferInsert, 'landing_path' | 'click_ids'>

/** クリックID only where the shop keeps them, which its privacy page says. */
async function keptVisit(ctx: MemberContext, { ad_visit }: Request): Promise<KeptVisit | null> {
  if (!ad_visit) return null
  const { landing_path, click_ids } = ad_visit
  const isKept = Object.keys(click_ids).length > 0 && (await loadCachedShop(ctx)).click_id_flag
  return { landing_path, click_ids: isKept ? click_ids : null }
}

/**
 * Returns the consent to the measurement of adverts, if the customer read exactly today's wording and gave it
 * themselves. A consent through an operator, on the phone or in 代理ログイン, does not count.
 */
async function givenAdConsent(ctx: MemberContext, { ad_consent_text, is_subscription }: Request) {
  if (ad_consent_text === undefined || ctx.actor.actor_kind === 'operator') return null
  const asked = await adConsentRequested(ctx, is_subscription)
  return asked?.wording === ad_consent_text ? asked : null
}

const adConsentOf = ({ shop_id, id: order_id, created_at }: OrderRow, consent: AdConsentRequest) => ({
  shop_id,
  order_id,
  ...consent,
  created_at,
})

const visitOf = ({ shop_id, id, created_at }: OrderRow, visit: KeptVisit) => ({
  shop_id,
  order_id: id,
  ...visit,
  created_at,
})

/** The total (yen) if the order had other goods. A 定期便 has no wrapping. */
async function totalWith(ctx: MemberContext, input: Request, { wrapping }: OrderAssessment, goods: OrderGoods) {
  const is_subscription = goods.cart_type === CART_TYPE.subscription
  const { items: _, ...asked } = priceRequest(input, is_subscription ? null : wrapping)
  return (await quotePurchase(ctx, { ...asked, ...goods, is_subscription, coupon_codes: input.coupon_codes })).summary
}

const answersOf = (
  { shop_id, id: order_id, created_at }: OrderRow,
  answers: Awaited<ReturnType<typeof offerAnswers>>,
) => answers.map((answer) => ({ ...answer, shop_id, order_id, created_at }))

/** Money is due, or a new card is kept for the later deliveries of a 定期便 that begins for nothing. */
const isPaid = (order: { payment_method_id: number | null; payment_total: number }, { card }: Request): boolean =>
  order.payment_total > 0 || (isCardPayment(order.payment_method_id) && card !== null && 'token' in card)

/** Without a response from a provider to wait for, the order counts at once. */
const isAwaited = (input: Request, { payment_method_id, summary: { payment_total } }: OrderAssessment): boolean =>
  !isCashOnDelivery(payment_method_id) && isPaid({ payment_method_id, payment_total }, input)

async function loadMailParts(
  ctx: MemberContext,
  { email, email_verified_at, name01, name02 }: OrderBuyer,
): Promise<OrderMailParts> {
  const to = { email, email_verified_at, name01, name02 }
  return { to, seller: await loadCachedShop(ctx), text: await loadCachedMessageText(ctx, 'order_received') }
}

const aroundOf = async (
  tx: Tx,
  ctx: MemberQueryContext,
  order: OrderRow,
  { method, summary, terms, second_way }: OrderAssessment,
): Promise<OrderMailContext> =>
  order.subscription_id === null
    ? { regular: null, later: [], benefits: [], leads: { leads: [], closings: [] }, method, promised: null }
    : { ...(await loadOrderMailContext({ ...ctx, db: tx }, order)), promised: { summary, terms, second_way } }

/** Notifies the buyer by mail, and by LINE if the shop and the member use it. */
async function notifyReceived(
  tx: Tx,
  ctx: MemberQueryContext,
  order: OrderRow,
  items: readonly NewItemRow[],
  mail: OrderMailContext & OrderMailParts,
  line_id: string | null,
): Promise<void> {
  const { seller } = mail
  await enqueueMail(
    tx,
    order.shop_id,
    orderReceivedMessageKey(order),
    orderMail(ctx, order, items, mail),
    messageAboutOrder(order),
  )
  if (line_id === null || !seller.line_channel_flag) return
  const payload = { to: line_id, message: await orderReceivedLine(tx, ctx, seller, order, items, mail) }
  await enqueueLineMessageToUser(
    tx,
    seller.id,
    `line:${orderReceivedMessageKey(order)}`,
    payload,
    messageAboutOrder(order),
  )
}

/** Returns null when an order with this key or number exists: for two concurrent presses either index may conflict first. */
async function insertOrder(
  tx: Tx,
  ctx: MemberQueryContext,
  input: Request,
  assessed: OrderAssessment,
  order_no: string,
): Promise<OrderRow | null> {
  const { summary, wrapping, first_delivery_date, payment_method_id } = assessed
  const status: OrderStatus = isAwaited(input, assessed) ? 'payment_pending' : 'received'
  const { shop_id, customer_id } = ctx
  const now = ctx.clock.now()
  const values: NewOrder = {
    shop_id,
    customer_id,
    order_no,
    status,
    idempotency_key: input.idempotency_key,
    subscription_id: null,
    cycle: null,
    ...input.shipping_address,
    delivery_notes: input.delivery_notes,
    delivery_id: input.delivery_id,
    delivery_time_id: input.delivery_time_id,
    delivery_date: input.delivery_date,
    expected_date: first_delivery_date,
    payment_method_id,
    moved_payment_name: null,
    ...pickOrderAmounts(summary),
    bundled_flag: summary.bundled_flag,
    wrapping,
    adcd: input.adcd ?? null,
    abmtcd: input.abmtcd ?? null,
    ad_user_id: input.ad_user_id ?? null,
    landing_slug: input.landing_slug ?? null,
    replaces_order_id: null,
    replacement_kind: null,
    goods_back_at: null,
    is_repeat: null,
    created_at: now,
    updated_at: now,
  }
  const [order] = await insertOrders(tx, [values], { skipExisting: true })
  return order ?? null
}
