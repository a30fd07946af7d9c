import { customer } from '@kushi/db/schema/customer'
import { orders } from '@kushi/db/schema/order'
import { billing_attempt, subscription } from '@kushi/db/schema/subscription'
import { isRow, refersTo } from '@kushi/db/shop-scope'
import { isCard, paymentMethod } from '@kushi/values/payment-method'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { type PaymentOrder, PaymentRefused, type PaymentSource } from '../../../ports/payment-port.ts'
import { loadBill, lockOrderRow, mailHeld, type OrderRow, refuseOrder, writeStatus } from '../../order/index.ts'
import {
  authorisePayment,
  concludePayment,
  type Outcome,
  type Payee,
  type PaymentRow,
  recordDecline,
  withClaims,
} from '../../payment/index.ts'
import { dunningOf } from '../rules/dunning.ts'
import { isEnding } from '../rules/ending.ts'
import { closeAttempt } from './billing-attempt.ts'
import { completeArrangement } from './complete-arrangement.ts'
import { endOnRequest } from './end-on-request.ts'
import { type LoadedSubscription, loadWithDetails } from './load-subscription.ts'
import { recordFailure } from './record-failure.ts'
import { reserveGifts } from './reserve-gifts.ts'
import type { Correspondence } from './subscription-mail.ts'
import type { ArrangementResult } from './write-delivery.ts'

/** What the run has already loaded of a delivery to charge. */
export interface DeliveryToCharge {
  subscription_id: number
  order_id: number
  provider_order_id: string
  payment_method_id: number | null
  source: PaymentSource
  bill: PaymentOrder
  mail: Correspondence
}

/** `unanswered`: open, because the provider did not respond. */
export type ChargeResult = ArrangementResult['result'] | 'unanswered'

/** A later delivery as the subject of a payment. */
export const payeeOf = (written?: DeliveryToCharge): Payee<OrderRow> => ({
  async lock(tx, { shop_id, order_id }) {
    const subject = await lockOrderRow(tx, { shop_id, id: order_id })
    return { subject, waits: subject.status === 'payment_pending' }
  },
  bill: async (ctx, { shop_id, order_id }) => written?.bill ?? (await loadBill(ctx, { shop_id, id: order_id })).order,
  async authorised(tx, ctx, order, { shop_id, provider_order_id }) {
    const [arranged] = await writeStatus(tx, ctx, [order], 'arranged')
    const [row] = await tx.select().from(subscription).where(ofOrder(order))
    await closeAttempt(tx, shop_id, provider_order_id, { outcome: 'arranged' })
    await completeArrangement(tx, ctx, [{ row: row!, order: arranged!, mail: written?.mail }])
  },
  async declined(tx, ctx, order, { provider_order_id, payment_method_id }, refused) {
    const { refusal: failure } = refused
    await refuseOrder(tx, ctx, order)
    const rows = await tx.select().from(subscription).where(ofOrder(order))
    await reserveGifts(tx, order.shop_id, [order.subscription_id!])
    const [loaded] = await loadWithDetails({ ...ctx, db: tx }, rows)
    const { row, link_attempts } = loaded!
    if (link_attempts.every((one) => one.provider_order_id !== provider_order_id))
      return recordFailure(tx, ctx, beforeOpen(loaded!), { failure, provider_order_id })
    // The contract stays refused as it was, and its plan with it.
    await closeAttempt(tx, order.shop_id, provider_order_id, { outcome: 'failed', failure })
    if (isCard(payment_method_id)) await recordDecline({ ...ctx, db: tx }, refused, order.customer_id)
    if (isEnding(row)) await endOnRequest(tx, ctx, row)
  },
  underReview: (tx, ctx, _order, row) => mailHeld(tx, ctx, row),
})

export const deliveryPayee = payeeOf()

const ofOrder = ({ shop_id, subscription_id }: OrderRow) => isRow(subscription, { shop_id, id: subscription_id! })

/** The subscription without the open attempt, so that its failure counts on from the earlier attempts. */
function beforeOpen(loaded: LoadedSubscription): LoadedSubscription {
  const attempts = loaded.attempts.filter(({ outcome }) => outcome !== 'open')
  return { ...loaded, attempts, dunning: dunningOf(loaded.row.summary_status, attempts) }
}

/**
 * Charges a delivery by the subscription's payment method while the customer is absent (merchant-initiated). Continues
 * an interrupted attempt, and looks up one under review, or one by a link whose payer did not come back. It stays beside `chargeBlock`, which takes what the run has just
 * written and loaded: this one knows a number only, and the attempt may have been asked before or wait for a person.
 */
export async function chargeDelivery(ctx: Context, number: string): Promise<ChargeResult> {
  const source = async (row: PaymentRow) => ((await isByLink(ctx, row)) ? null : sourceOf(ctx, row))
  const asked = await authorisePayment(ctx, deliveryPayee, { number, source, return_url: null })
  if (asked) return chargeResults[asked.kind]
  return withClaims(ctx, [number], ['held', 'redirected'], async ([row]) =>
    row ? chargeResults[(await concludePayment(ctx, deliveryPayee, row)).kind] : 'passed',
  )
}

/** Only who was present could pay it: the contract's own way is not asked. */
async function isByLink({ db }: Context, { shop_id, provider_order_id }: PaymentRow): Promise<boolean> {
  const { shop_id: shop, provider_order_id: number, resumed_by } = billing_attempt
  const mine = and(eq(shop, shop_id), eq(number, provider_order_id), eq(resumed_by, 'link'))
  return (await db.$count(billing_attempt, mine)) > 0
}

/** How the run counts the outcome of a payment. */
export const chargeResults: Record<Outcome['kind'], ChargeResult> = {
  authorised: 'arranged',
  declined: 'failed',
  under_review: 'open',
  unknown: 'unanswered',
  moved: 'passed',
  // Refused: no customer is present to be redirected, and 前払い is never sold so.
  redirect: 'open',
  awaiting: 'open',
}

/** Returns 支払い元 of a later delivery. @throws PaymentRefused if there is none */
async function sourceOf(ctx: Context, row: PaymentRow): Promise<{ row: PaymentRow; source: PaymentSource }> {
  const [found] = await ctx.db
    .select({ gmo_id: customer.gmo_id, charge_permission_id: subscription.charge_permission_id })
    .from(orders)
    .innerJoin(customer, refersTo(orders.customer_id, customer))
    .innerJoin(subscription, refersTo(orders.subscription_id, subscription))
    .where(isRow(orders, { shop_id: row.shop_id, id: row.order_id }))
  const source = paymentSourceOf({ ...row, ...found! })
  if (!source) throw new PaymentRefused(isCard(row.payment_method_id) ? 'no_card' : 'agreement_closed', '')
  return { row, source }
}

type Means = Pick<PaymentRow, 'payment_method_id' | 'card_seq'> & {
  gmo_id: string | null
  charge_permission_id: string | null
}

/** Returns null if there is none. */
export function paymentSourceOf({
  payment_method_id,
  gmo_id,
  card_seq,
  charge_permission_id,
}: Means): PaymentSource | null {
  switch (paymentMethod(payment_method_id).kind) {
    case 'card':
      return gmo_id === null || card_seq === null ? null : { kind: 'saved_card', gmo_id, card_seq }
    case 'wallet':
      return charge_permission_id === null ? null : { kind: 'amazon_permission', charge_permission_id }
    default:
      return { kind: 'invoice' }
  }
}
