import { customer } from '@kushi/db/schema/customer'
import { orders } from '@kushi/db/schema/order'
import { billing_attempt, subscription } from '@kushi/db/schema/subscription'
import { refersToCondition, sameRowCondition } from '@kushi/db/shop-scope'
import { isCardPayment, isChargedToLink, paymentMethod } from '@kushi/values/payment-method'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { type PaymentBill, PaymentRefused, type PaymentSource } from '../../../ports/payment-port.ts'
import { paymentPort } from '../../../ports/payment-ports.ts'
import { mailPaymentUnderReview } from '../../checkout/index.ts'
import { loadProviderBill, lockOrderRow, type OrderRow, refuseOrder, writeOrderStatus } from '../../order/index.ts'
import {
  authorisePayment,
  decidePaymentFromRecord,
  linkedAccount,
  type PaymentOutcome,
  type PaymentRow,
  type PaymentSubject,
  recordCardDecline,
  withPaymentClaims,
} from '../../payment/index.ts'
import { dunningOf } from '../rules/dunning.ts'
import { endsAfterArrangedDelivery } from '../rules/ending.ts'
import { closeBillingAttempt } from './billing-attempt.ts'
import { completeArrangement } from './complete-arrangement.ts'
import { endAfterLastDelivery } from './end-on-request.ts'
import { type LoadedSubscription, loadSubscriptionsWithDetails } from './load-subscription.ts'
import { recordDeliveryFailure } from './record-failure.ts'
import { reserveGifts } from './reserve-gifts.ts'
import type { SubscriptionMailContext } from './subscription-mail.ts'
import type { ArrangementResult } from './write-delivery.ts'

/** A written delivery with everything that its charge needs, so that it is not loaded again. */
export interface DeliveryToCharge {
  subscription_id: number
  order_id: number
  provider_order_id: string
  payment_method_id: number | null
  source: PaymentSource
  bill: PaymentBill
  mail: SubscriptionMailContext
}

/** `unanswered`: open, because the provider did not respond. */
export type ChargeResult = ArrangementResult['result'] | 'unanswered'

/** A later delivery as the subject of a payment. */
export const deliveryPaymentSubjectOf = (written?: DeliveryToCharge): PaymentSubject<OrderRow> => ({
  async lock(tx, { shop_id, order_id }) {
    const subject = await lockOrderRow(tx, { shop_id, id: order_id })
    return { subject, waits: subject.status === 'payment_pending' }
  },
  bill: async (ctx, { shop_id, order_id }) =>
    written?.bill ?? (await loadProviderBill(ctx, { shop_id, id: order_id })).order,
  async authorised(tx, ctx, order, { shop_id, provider_order_id }) {
    const [arranged] = await writeOrderStatus(tx, ctx, [order], 'arranged')
    const [row] = await tx.select().from(subscription).where(ofOrder(order))
    await closeBillingAttempt(tx, shop_id, provider_order_id, { outcome: 'arranged' })
    await completeArrangement(tx, ctx, [{ row: row!, order: arranged!, mail: written?.mail }])
  },
  async declined(tx, ctx, order, { provider_order_id, payment_method_id }, refused) {
    const { refusal: failure } = refused
    await refuseOrder(tx, ctx, order)
    const rows = await tx.select().from(subscription).where(ofOrder(order))
    await reserveGifts(tx, order.shop_id, [order.subscription_id!])
    const [loaded] = await loadSubscriptionsWithDetails({ ...ctx, db: tx }, rows)
    const { row, link_attempts } = loaded!
    if (link_attempts.every((one) => one.provider_order_id !== provider_order_id))
      return recordDeliveryFailure(tx, ctx, beforeOpen(loaded!), { failure, provider_order_id })
    // The contract stays refused as it was, and its plan with it.
    await closeBillingAttempt(tx, order.shop_id, provider_order_id, { outcome: 'failed', failure })
    if (isCardPayment(payment_method_id)) await recordCardDecline({ ...ctx, db: tx }, refused, order.customer_id)
    if (endsAfterArrangedDelivery(row)) await endAfterLastDelivery(tx, ctx, row)
  },
  underReview: (tx, ctx, _order, row) => mailPaymentUnderReview(tx, ctx, row),
})

export const deliveryPaymentSubject = deliveryPaymentSubjectOf()

const ofOrder = ({ shop_id, subscription_id }: OrderRow) =>
  sameRowCondition(subscription, { shop_id, id: subscription_id! })

/** The subscription without the open attempt, so that its failure counts on from the earlier attempts. */
function beforeOpen(loaded: LoadedSubscription): LoadedSubscription {
  const attempts = loaded.attempts.filter(({ outcome }) => outcome !== 'open')
  return { ...loaded, attempts, dunning: dunningOf(loaded.row.summary_status, attempts) }
}

/**
 * Charges a delivery by the subscription's payment method while the customer is absent (merchant-initiated). Continues
 * an interrupted attempt, and looks up one under review, or one by a link whose payer did not come back. It stays beside `chargeDeliveryBatch`, which takes what the run has just
 * written and loaded: this one knows a number only, and the attempt may have been asked before or wait for a person.
 */
export async function chargeDelivery(ctx: Context, number: string): Promise<ChargeResult> {
  const source = async (row: PaymentRow) => ((await isByLink(ctx, row)) ? null : sourceOf(ctx, row))
  const asked = await authorisePayment(ctx, deliveryPaymentSubject, { number, source, return_url: null })
  if (asked) return chargeResultByOutcome[asked.kind]
  return withPaymentClaims(ctx, [number], ['held', 'redirected'], async ([row]) =>
    row ? chargeResultByOutcome[(await decidePaymentFromRecord(ctx, deliveryPaymentSubject, row)).kind] : 'passed',
  )
}

/**
 * The delivery was written by the mail's link, and only the present member could pay it. The contract's own way is not
 * charged.
 */
async function isByLink({ db }: Context, { shop_id, provider_order_id }: PaymentRow): Promise<boolean> {
  const { shop_id: shop, provider_order_id: number, resumed_by } = billing_attempt
  const mine = and(eq(shop, shop_id), eq(number, provider_order_id), eq(resumed_by, 'link'))
  return (await db.$count(billing_attempt, mine)) > 0
}

/** Maps the outcome of a payment to the result that the daily run counts. */
export const chargeResultByOutcome: Record<PaymentOutcome['kind'], ChargeResult> = {
  authorised: 'arranged',
  declined: 'failed',
  under_review: 'open',
  unknown: 'unanswered',
  moved: 'passed',
  // Refused: no customer is present to be redirected, and 前払い is never sold so.
  redirect: 'open',
  awaiting: 'open',
}

/**
 * Returns 支払い元 of a later delivery; null: the means is gone, but an earlier request at the provider may have the money.
 * @throws PaymentRefused if there is none, PaymentUnavailable
 */
async function sourceOf(ctx: Context, row: PaymentRow): Promise<{ row: PaymentRow; source: PaymentSource } | null> {
  const [found] = await ctx.db
    .select({
      customer_id: orders.customer_id,
      gmo_id: customer.gmo_id,
      charge_permission_id: subscription.charge_permission_id,
    })
    .from(orders)
    .innerJoin(customer, refersToCondition(orders.customer_id, customer))
    .innerJoin(subscription, refersToCondition(orders.subscription_id, subscription))
    .where(sameRowCondition(orders, { shop_id: row.shop_id, id: row.order_id }))
  const owner = { shop_id: row.shop_id, customer_id: found!.customer_id }
  const linked = await linkedAccount.find(ctx.db, owner, row.payment_method_id)
  const user_authorization_id = linked?.user_authorization_id ?? null
  const source = paymentSourceOf({ ...row, ...found!, user_authorization_id })
  if (source) return { row, source }
  const trade = await paymentPort(ctx, row).find(row)
  if (trade?.state === 'authorised' || trade?.state === 'captured') return null
  throw new PaymentRefused(isCardPayment(row.payment_method_id) ? 'no_card' : 'agreement_closed', '')
}

type Means = Pick<PaymentRow, 'payment_method_id' | 'card_seq'> & {
  gmo_id: string | null
  charge_permission_id: string | null
  /** The account that the member linked. */
  user_authorization_id: string | null
}

/** 支払い元 of a later delivery; null: there is none. */
export function paymentSourceOf({
  payment_method_id,
  gmo_id,
  card_seq,
  charge_permission_id,
  user_authorization_id,
}: Means): PaymentSource | null {
  switch (paymentMethod(payment_method_id).kind) {
    case 'card':
      return gmo_id === null || card_seq === null ? null : { kind: 'saved_card', gmo_id, card_seq }
    case 'wallet':
      if (isChargedToLink(payment_method_id))
        return user_authorization_id === null ? null : { kind: 'linked_account', user_authorization_id }
      return charge_permission_id === null ? null : { kind: 'amazon_permission', charge_permission_id }
    default:
      return { kind: 'invoice' }
  }
}
