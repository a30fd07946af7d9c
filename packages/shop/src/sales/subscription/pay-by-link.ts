import { orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { billing_attempt, subscription } from '@kushi/db/schema/subscription'
import { refersToCondition, sameRowCondition } from '@kushi/db/shop-scope'
import { isCardPayment, paymentMethod } from '@kushi/values/payment-method'
import { itemWithContentsText } from '@kushi/values/product-set'
import { and, desc, eq, gt } from 'drizzle-orm'
import { withMemberActor } from '../../actor.ts'
import {
  type Context,
  contextInTransaction,
  type Handler,
  type Input,
  type MemberContext,
  type MemberQueryContext,
} from '../../context.ts'
import { consumeLimit } from '../../foundation/limit/index.ts'
import { shopUrl } from '../../foundation/setting/index.ts'
import type { PaymentSource } from '../../ports/payment-port.ts'
import { notFound, refusedField, ShopError } from '../../shop-error.ts'
import {
  authoriseAfterReturn,
  authorisePayment,
  checkCardLock,
  findPaymentHold,
  type PaymentOutcome,
  type PaymentRow,
  requireSheetToken,
  shopContact,
  withPaymentClaimWhenFree,
} from '../payment/index.ts'
import { ownAttemptCondition } from './internal/billing-attempt.ts'
import { chargeDelivery, deliveryPaymentSubject } from './internal/charge-delivery.ts'
import { openPayLink, payPath, type RefusedAttempt } from './internal/delivery-link.ts'
import { type LoadedSubscription, loadSubscriptionsWithDetails } from './internal/load-subscription.ts'
import { loadPayLinkOptions, writeDeliveryByPayLink } from './internal/pay-by-link.ts'
import { failureMessage } from './rules/failure.ts'
import { PAY_LINK_OVER, payLinkState, payLinkUntil } from './rules/pay-link.ts'

// The link in the mail about お支払いができなかったお届け pays this delivery once, by a payment method chosen there. Whoever has
// the link, forwarded or not, sees its day, goods and total. The contract and its own payment method do not change.

interface Followed<C = MemberContext> {
  member: C
  link: RefusedAttempt
  loaded: LoadedSubscription
  state: ReturnType<typeof payLinkState>
  /** The number of the payment that a link began and that is not decided; null: there is none. */
  open: string | null
}

/** @throws ShopError 404 if it is no link of this shop */
async function follow(ctx: Context, token: string): Promise<Followed> {
  await consumeLimit(ctx, 'reminder_link', { address: ctx.ip })
  const link = openPayLink(ctx, token)
  if (!link) throw notFound()
  const [row] = await ctx.db
    .select()
    .from(subscription)
    .where(
      and(sameRowCondition(subscription, { shop_id: ctx.shop_id, id: link.id }), gt(subscription.summary_status, 0)),
    )
  if (!row) throw notFound()
  const { customer_id } = row
  const member = withMemberActor({ ...ctx, customer_id, token_hash: null }, customer_id)
  const [loaded] = await loadSubscriptionsWithDetails(member, [row])
  return standing(member, link, loaded!)
}

/** `loaded`: as it is now. */
async function standing<C extends MemberQueryContext>(
  member: C,
  link: RefusedAttempt,
  loaded: LoadedSubscription,
): Promise<Followed<C>> {
  const [order] = await member.db
    .select({ id: orders.id, status: orders.status })
    .from(orders)
    .where(and(eq(orders.shop_id, member.shop_id), eq(orders.subscription_id, link.id), eq(orders.cycle, link.cycle)))
  const open = loaded.link_attempts.find(({ outcome }) => outcome === 'open')?.provider_order_id ?? null
  const own = and(eq(payment.shop_id, member.shop_id), eq(payment.provider_order_id, open ?? ''))
  const is_redirected = (await member.db.$count(payment, and(own, eq(payment.state, 'redirected')))) > 0
  const { row, attempts } = loaded
  const state = payLinkState({ row, order: order ?? null, attempts, is_redirected }, link, member.clock.today())
  return { member, link, loaded, state, open }
}

/** Decides a payment that was begun and is not at a provider's page: its answer was lost, or it is under review. */
async function followDecided(ctx: Context, token: string): Promise<Followed> {
  const found = await follow(ctx, token)
  if (found.state !== 'in_progress' || found.open === null) return found
  await decide(found.member, found.open)
  return follow(ctx, token)
}

/** Asks the provider for the result, unless payments are on hold. */
async function decide(member: MemberContext, number: string): Promise<void> {
  if (!(await findPaymentHold(member.db, member.shop_id))) await chargeDelivery(member, number)
}

export const showPayLink: Handler<'POST /v1/order/subscription/pay/show'> = async (ctx, { token }) => {
  const { member, link, loaded: refused, state } = await followDecided(ctx, token)
  if (state !== 'open') return { state, message: PAY_LINK_OVER[state], delivery: null, methods: [] }
  const { loaded, quoted, methods, message } = await loadPayLinkOptions(member, refused)
  const tried = refused.attempts.find(({ attempt }) => attempt === link.attempt)!
  return {
    state,
    message: message ?? refusedSince(refused),
    delivery: {
      delivery_date: loaded.row.next_delivery_date,
      pay_until: payLinkUntil(tried.tried_on),
      goods: quoted.items.map(itemWithContentsText),
    },
    methods,
  }
}

/**
 * The result of the last attempt by a link, if the contract's own way was not charged since; null: none was refused.
 */
function refusedSince({ attempts, link_attempts }: LoadedSubscription): string | null {
  const last = link_attempts.at(-1)
  if (!last?.failure || (attempts.at(-1)?.attempt ?? 0) > last.attempt) return null
  return failureMessage(last.failure, last.payment_method_id)
}

type Press = Input<'POST /v1/order/subscription/pay'>

/**
 * Pays the delivery. A press while an earlier one is still at a provider's page ends the earlier one, so that at most
 * one of them takes money. Each has its own number.
 */
export const payByLink: Handler<'POST /v1/order/subscription/pay'> = async (ctx, { token, ...press }) => {
  const found = await followDecided(ctx, token)
  const { member } = found
  const source = await sourceOf(member, press)
  if (isCardPayment(press.payment_method_id)) {
    await consumeLimit(member, 'card', { account: String(member.customer_id), address: ctx.ip })
    await checkCardLock(member)
  }
  if (found.state === 'open' && found.open !== null) await decide(member, found.open)
  const number = await writePressed(found, press)
  if (number === null) return { redirect_url: null }
  const { returning } = paymentMethod(press.payment_method_id)
  const return_url = returning ? `${shopUrl(ctx.settings, ctx.shop_id)}${returning.path}` : null
  const charge = { number, source: async (row: PaymentRow) => ({ row, source }), return_url }
  return answerOf(await authorisePayment(member, deliveryPaymentSubject, charge))
}

/** Returns the number to charge; null: nothing is charged before the delivery. @throws ShopError 409 ERROR_PAY_LINK_OVER */
function writePressed({ member, link }: Followed, press: Omit<Press, 'token'>): Promise<string | null> {
  return member.db.transaction(async (tx) => {
    const inside = contextInTransaction(member, tx)
    const { shop_id, customer_id } = member
    const mine = and(
      sameRowCondition(subscription, { shop_id, id: link.id }),
      eq(subscription.customer_id, customer_id),
    )
    const rows = await tx.select().from(subscription).where(mine).for('update')
    const [loaded] = await loadSubscriptionsWithDetails(inside, rows)
    if (!loaded) throw notFound()
    const { state, open } = await standing(inside, link, loaded)
    if (state !== 'open') throw new ShopError(409, 'ERROR_PAY_LINK_OVER', PAY_LINK_OVER[state])
    // Another tab has begun a payment meanwhile.
    if (open !== null) throw new ShopError(409, 'ERROR_PAY_LINK_OVER', PAY_LINK_OVER.in_progress)
    const { isCharged, provider_order_id } = await writeDeliveryByPayLink(tx, member, loaded, press)
    return isCharged ? provider_order_id : null
  })
}

function answerOf(outcome: PaymentOutcome | null): { redirect_url: string | null } {
  if (outcome?.kind === 'unknown')
    throw new ShopError(
      503,
      'ERROR_PAYMENT_UNAVAILABLE',
      '決済会社と通信できませんでした。少し待って、このページをもう一度お開きください。二重に請求されることはありません。',
    )
  return { redirect_url: outcome?.kind === 'redirect' ? outcome.redirect_url : null }
}

/** @throws ShopError 422 without a card, or without what a sheet gave */
async function sourceOf(
  ctx: Context,
  { payment_method_id, card, sheet_token }: Omit<Press, 'token'>,
): Promise<PaymentSource> {
  const approved = requireSheetToken(payment_method_id, sheet_token)
  if (approved !== null) return { kind: 'sheet_token', token: approved, contact: await shopContact(ctx) }
  const { kind } = paymentMethod(payment_method_id)
  if (kind === 'wallet') return { kind: 'provider_page', contact: await shopContact(ctx) }
  if (kind !== 'card') return { kind: kind === 'cash' ? 'cash' : 'invoice' }
  if (!card) throw refusedField('card', 'カードを入力してください。')
  return { kind: 'card_token', token: card.token }
}

/**
 * Handles the browser's return from a provider's page to which a link had sent it. Only now the payment is charged,
 * once. Returns the page with the result; null: the key belongs to another payment.
 */
export async function returnFromLink(ctx: Context, return_key: string): Promise<{ location: string } | null> {
  if (!/^[\w-]{1,64}$/.test(return_key)) return null
  const [found] = await ctx.db
    .select({
      shop_id: payment.shop_id,
      provider_order_id: payment.provider_order_id,
      customer_id: orders.customer_id,
      id: billing_attempt.subscription_id,
      cycle: billing_attempt.cycle,
    })
    .from(payment)
    .innerJoin(orders, refersToCondition(payment.order_id, orders))
    .innerJoin(
      billing_attempt,
      and(
        eq(billing_attempt.shop_id, payment.shop_id),
        eq(billing_attempt.provider_order_id, payment.provider_order_id),
        eq(billing_attempt.resumed_by, 'link'),
      ),
    )
    .where(and(eq(payment.shop_id, ctx.shop_id), eq(payment.return_key, return_key)))
    .limit(1)
  if (!found) return null
  const { customer_id, id, cycle, ...key } = found
  await withPaymentClaimWhenFree(ctx, key, ['redirected', 'returned'], (claimed) =>
    authoriseAfterReturn(withMemberActor(ctx, customer_id), deliveryPaymentSubject, claimed),
  )
  // The link of the last refusal, which is this one or a later one.
  const [refused] = await ctx.db
    .select({ attempt: billing_attempt.attempt })
    .from(billing_attempt)
    .where(
      and(
        eq(billing_attempt.shop_id, ctx.shop_id),
        eq(billing_attempt.subscription_id, id),
        eq(billing_attempt.cycle, cycle),
        eq(billing_attempt.outcome, 'failed'),
        ownAttemptCondition(billing_attempt.resumed_by),
      ),
    )
    .orderBy(desc(billing_attempt.attempt))
    .limit(1)
  return { location: payPath(ctx, ctx.shop_id, { id, cycle, attempt: refused?.attempt ?? 0 }) }
}
