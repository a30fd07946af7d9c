import { orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import type { Konbini } from '@kushi/values/konbini'
import { isCardPayment, isChargedToLink, isPrepaidMethod, paymentMethod } from '@kushi/values/payment-method'
import { and, desc, eq, lt, sql } from 'drizzle-orm'
import type { Input, MemberContext } from '../../context.ts'
import { shopUrl } from '../../foundation/setting/index.ts'
import type { PaymentSource } from '../../ports/payment-port.ts'
import { notFound, ShopError } from '../../shop-error.ts'
import { loadProviderBill, lockOrderRow, type OrderRow, refuseOrder } from '../order/index.ts'
import {
  authoriseAfterReturn,
  authorisePayment,
  ensureGmoMember,
  isPaymentOpen,
  linkedAccount,
  loadPayWithinDays,
  type PaymentOutcome,
  type PaymentRow,
  type PaymentSubject,
  pollUntil,
  recordCardDecline,
  shopContact,
  withPaymentClaims,
} from '../payment/index.ts'
import { orderPaid } from './hooks.ts'
import { switchPaymentCard } from './internal/chosen-card.ts'
import { saveOrderCard } from './internal/keep-card.ts'
import {
  mailAwaitingPayment,
  mailPaymentDeclined,
  mailPaymentExpired,
  mailPaymentShort,
  mailPaymentUnderReview,
} from './internal/payment-mail.ts'
import { type PlacementResult, placementResult } from './internal/placed-order.ts'
import { acceptPaidOrder, acceptUnpaidOrder } from './internal/receive-order.ts'
import { closeReleasedApproval } from './release-approvals.ts'

/** The payment details that the browser sends. */
export type OrderPaymentInput = Pick<
  Input<'POST /v1/order/public/new'>,
  'payment_method_id' | 'is_subscription' | 'card' | 'amazon' | 'konbini_store' | 'sheet_token'
>

/** An order that its customer placed, as the subject of a payment. */
export const orderPaymentSubject: PaymentSubject<OrderRow> = {
  async lock(tx, { shop_id, order_id }) {
    const subject = await lockOrderRow(tx, { shop_id, id: order_id })
    return { subject, waits: subject.status === 'payment_pending' }
  },
  bill: async (ctx, { shop_id, order_id }) => (await loadProviderBill(ctx, { shop_id, id: order_id })).order,
  async authorised(tx, ctx, order, row) {
    const { shop_id, id, reference, payment_method_id, pay_until } = row
    // Paid before its number was known here.
    if (isPrepaidMethod(payment_method_id) && pay_until === null) await acceptUnpaidOrder(tx, order)
    await orderPaid(tx, ctx, order, reference)
    await acceptPaidOrder(tx, ctx, order, row)
    ctx.afterCommit((after) => saveOrderCard(after, { shop_id, id }))
  },
  async declined(tx, ctx, order, row, refused, isAway) {
    if (refused.refusal === 'expired') {
      await mailPaymentExpired(tx, ctx, row)
      await refuseOrder(tx, ctx, order, 'cancelled')
      return
    }
    if (isAway) await mailPaymentDeclined(tx, ctx, row, refused.refusal)
    await refuseOrder(tx, ctx, order)
    if (isCardPayment(row.payment_method_id) && row.card_seq === null)
      await recordCardDecline({ ...ctx, db: tx }, refused, order.customer_id)
  },
  async awaiting(tx, ctx, order, row) {
    await acceptUnpaidOrder(tx, order)
    await mailAwaitingPayment(tx, ctx, order, row)
  },
  async partlyPaid(tx, ctx, _order, row) {
    await mailPaymentShort(tx, ctx, row)
  },
  async underReview(tx, ctx, _order, row) {
    await mailPaymentUnderReview(tx, ctx, row)
  },
}

/**
 * Starts the payment of a pending order, or continues after an interrupted request; waits while another process is
 * working on it. The order number is also the key at the provider, so nothing is charged twice.
 * @throws ShopError 503 ERROR_PAYMENT_UNAVAILABLE when the provider can't be reached; the client may repeat the same
 * request
 */
export async function payOrder(
  ctx: MemberContext,
  order_no: string,
  choice: OrderPaymentInput,
): Promise<PlacementResult> {
  const charge = {
    number: order_no,
    source: (row: PaymentRow) => sourceOf(ctx, row, choice),
    return_url: returnUrl(ctx, choice),
  }
  await endOldPage(ctx, order_no, choice)
  const placed = await pollUntil(async () => {
    const outcome = await authorisePayment(ctx, orderPaymentSubject, charge)
    return (outcome && answerOf(order_no, outcome, choice)) ?? decided(await standingOf(ctx, order_no))
  })
  return placed ?? placementResult(await standingOf(ctx, order_no))
}

/** The provider's page takes no more money. The order is settled now, so that the customer can pay again without waiting for the repair job. */
async function endOldPage(
  ctx: MemberContext,
  order_no: string,
  { payment_method_id }: OrderPaymentInput,
): Promise<void> {
  const { minutes } = paymentMethod(payment_method_id).returning ?? {}
  if (minutes === undefined) return
  const own = and(eq(payment.shop_id, ctx.shop_id), eq(payment.provider_order_id, order_no))
  const isOld = lt(payment.updated_at, sql`now() - ${minutes} * interval '1 minute'`)
  if ((await ctx.db.$count(payment, and(own, eq(payment.state, 'redirected'), isOld))) === 0) return
  await withPaymentClaims(ctx, [order_no], ['redirected'], async ([claimed]) => {
    if (claimed) await authoriseAfterReturn(ctx, orderPaymentSubject, claimed)
  })
}

/** The response for the browser; null: the state has to be read from the database. */
function answerOf(order_no: string, outcome: PaymentOutcome, choice: OrderPaymentInput): PlacementResult | null {
  const order = { order_no, payment_method_id: choice.payment_method_id }
  switch (outcome.kind) {
    case 'authorised':
      return placementResult({ ...order, status: 'received' })
    case 'declined':
      return placementResult({ ...order, status: 'payment_error', refusal: outcome.refusal })
    case 'redirect':
      return placementResult({ ...order, status: 'payment_pending', state: 'redirected', ...outcome })
    case 'unknown':
      throw new ShopError(503, 'ERROR_PAYMENT_UNAVAILABLE', unavailable(choice))
    default:
      return null
  }
}

const unavailable = ({ payment_method_id }: OrderPaymentInput) =>
  `${isCardPayment(payment_method_id) ? 'カード会社' : '決済会社'}と通信できませんでした。少し待って、もう一度ボタンを押してください。二重に請求されることはありません。`

/** The state of an order and of its last payment. @throws ShopError 404 */
async function standingOf(ctx: MemberContext, order_no: string) {
  const [row] = await ctx.db
    .select({
      order_no: orders.order_no,
      status: orders.status,
      payment_method_id: payment.payment_method_id,
      state: payment.state,
      redirect_url: payment.redirect_url,
      pay_until: payment.pay_until,
      created_at: orders.created_at,
      refusal: payment.refusal,
    })
    .from(orders)
    .innerJoin(payment, and(eq(payment.shop_id, orders.shop_id), eq(payment.order_id, orders.id)))
    .where(and(eq(orders.shop_id, ctx.shop_id), eq(orders.order_no, order_no), eq(orders.customer_id, ctx.customer_id)))
    .orderBy(desc(payment.id))
    .limit(1)
  if (!row) throw notFound()
  return row
}

function decided(row: Awaited<ReturnType<typeof standingOf>>): PlacementResult | null {
  const isKnown = ['redirected', 'held', 'awaiting'].includes(row.state) || !isPaymentOpen(row.state)
  return isKnown ? placementResult(row) : null
}

/** 支払い元 of a purchase; null when the request has none. */
async function sourceOf(ctx: MemberContext, claimed: PaymentRow, choice: OrderPaymentInput) {
  const source = await sourceFor(ctx, claimed, choice)
  return source && { source, row: await switchPaymentCard(ctx, claimed, choice.card) }
}

async function sourceFor(
  ctx: MemberContext,
  { payment_method_id }: PaymentRow,
  { card, amazon, konbini_store, sheet_token, is_subscription }: OrderPaymentInput,
): Promise<PaymentSource | null> {
  const { id, kind, has_button, asks_store, sheet } = paymentMethod(payment_method_id)
  switch (kind) {
    case 'card':
      if (!card) return null
      if ('token' in card) return { kind: 'card_token', token: card.token }
      return { kind: 'saved_card', gmo_id: await ensureGmoMember(ctx), card_seq: card.card_seq }
    case 'wallet':
      if (is_subscription && isChargedToLink(id)) return linkSource(ctx, id)
      if (sheet) {
        if (!sheet_token) return null
        await closeReleasedApproval(ctx, id, sheet_token)
        return { kind: 'sheet_token', token: sheet_token, contact: await shopContact(ctx) }
      }
      if (!has_button) return { kind: 'provider_page', contact: await shopContact(ctx) }
      return amazon && { kind: 'amazon_session', ...amazon }
    case 'cash':
      return { kind: 'cash' }
    case 'invoice':
      return { kind: 'invoice' }
    case 'prepaid':
      if (!asks_store) return { kind: 'bank_transfer', pay_within_days: await loadPayWithinDays(ctx, id) }
      return konbini_store ? konbiniSource(ctx, id, konbini_store) : null
  }
}

/** The account that the member linked, if its provider still knows it; else it is linked first. */
async function linkSource(ctx: MemberContext, id: number | null): Promise<PaymentSource> {
  const linked = await linkedAccount.find(ctx.db, ctx, id)
  return linked && (await linkedAccount.isStillActive(ctx, linked))
    ? { kind: 'linked_account', user_authorization_id: linked.user_authorization_id! }
    : { kind: 'account_link', reference_id: linkedAccount.referenceId(ctx) }
}

/** コンビニ払い: the shop's days, and whom the store's receipt names. */
async function konbiniSource(ctx: MemberContext, id: number | null, store: Konbini): Promise<PaymentSource> {
  const pay_within_days = await loadPayWithinDays(ctx, id)
  return { kind: 'konbini', store, pay_within_days, contact: await shopContact(ctx) }
}

/**
 * The URL to which the provider returns the browser; see apps/server/src/http/hooks/payment-return.ts. null: the method does
 * not redirect.
 */
function returnUrl(ctx: MemberContext, { payment_method_id, is_subscription }: OrderPaymentInput): string | null {
  const { returning, links_account } = paymentMethod(payment_method_id)
  if (is_subscription && links_account)
    return `${shopUrl(ctx.settings, ctx.shop_id)}${links_account.path}?wallet=${links_account.wallet}`
  return returning ? `${shopUrl(ctx.settings, ctx.shop_id)}${returning.path}` : null
}
