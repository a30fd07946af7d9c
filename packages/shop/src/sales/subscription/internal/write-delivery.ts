import { insertRows } from '@kushi/db/bulk-rows'
import type { Tx } from '@kushi/db/connect'
import { billing_attempt, subscription } from '@kushi/db/schema/subscription'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { isCashOnDelivery, isChargedToLink, paymentMethod } from '@kushi/values/payment-method'
import type { PriceQuote } from '../../../catalogue/price/index.ts'
import { contextInTransaction, type MemberQueryContext, type QueryContext } from '../../../context.ts'
import { PaymentUnavailable } from '../../../ports/payment-port.ts'
import { ShopError } from '../../../shop-error.ts'
import { deductStock } from '../../order/index.ts'
import {
  lacksProviderAccount,
  linkedAccount,
  lockInvoiceDebt,
  paymentIntentRow,
  writePaymentIntents,
} from '../../payment/index.ts'
import { endLockedSubscription } from '../end-subscription.ts'
import { reachableDeliveryDates } from '../rules/delivery-dates.ts'
import { isArrangementDue } from '../rules/due.ts'
import type { SubscriptionFailure } from '../rules/failure.ts'
import { isYearlyPaymentLost } from '../rules/yearly.ts'
import { billingAttemptRow, providerOrderId } from './billing-attempt.ts'
import { paymentFailures } from './check-payment-of.ts'
import { completeArrangement } from './complete-arrangement.ts'
import {
  type LoadedSubscription,
  loadSubscriptionsWithDetails,
  type OrderRow,
  type SubscriptionRow,
} from './load-subscription.ts'
import { priceDelivery } from './price-delivery.ts'
import { recordDeliveryFailure } from './record-failure.ts'
import { consumeReservedGifts } from './reserve-gifts.ts'
import { saveSubscriptions } from './save-subscription.ts'
import type { SubscriptionMailContext } from './subscription-mail.ts'
import { type ReadyDelivery, writeCycleOrders } from './write-cycle-order.ts'

/** The result of arranging one delivery, with its order number once an order exists. */
export interface ArrangementResult {
  result: /** Not due, or another worker has it. */
    | 'passed'
    /** Written; the provider is called next. */
    | 'to_charge'
    | 'arranged'
    | 'failed'
    /** The provider did not respond; the next run asks again. */
    | 'open'
  order_no?: string
  provider_order_id?: string
  failure?: string
}

/**
 * Writes the order of the due cycle with its stock and its payment intent, in one transaction. A locked row belongs to
 * another worker and is skipped. The unique (subscription, cycle) protects even against an error here.
 */
export function writeDelivery(ctx: QueryContext, id: number, is_unpaid_allowed = false): Promise<ArrangementResult> {
  return ctx.db.transaction(async (tx): Promise<ArrangementResult> => {
    const [row] = await tx
      .select()
      .from(subscription)
      .where(sameRowCondition(subscription, { shop_id: ctx.shop_id, id }))
      .for('update', { skipLocked: true })
    const today = ctx.clock.today()
    if (!row) return { result: 'passed' }
    const loaded = (await loadSubscriptionsWithDetails(contextInTransaction(ctx, tx), [row]))[0]!
    if (!isArrangementDue(loaded, today)) return { result: 'passed' }
    // The year's money was returned without the contract: it ends, because nothing pays for what would come.
    const { yearly_total, first, received_until } = loaded
    if (yearly_total !== null && first !== null && isYearlyPaymentLost(first)) {
      await endLockedSubscription(tx, contextInTransaction(ctx, tx), row, 'the yearly payment is not here any more')
      return { result: 'passed' }
    }
    const inside = contextInTransaction({ ...ctx, shop_id: row.shop_id, customer_id: row.customer_id }, tx)
    if (yearly_total !== null && (received_until ?? 0) < row.cycle && !is_unpaid_allowed)
      return fail(tx, inside, loaded, 'unpaid')
    const moved: LoadedSubscription = { ...loaded, row: { ...row, ...reachableDeliveryDates(loaded, today) } }
    const quoted = await priceDelivery(inside, moved)
    const refused = await obstacle(inside, moved.row, quoted)
    if (refused) return fail(tx, inside, loaded, refused)
    try {
      // A savepoint: without stock the order is rolled back and only the failure remains.
      const [written] = await tx.transaction((inner) =>
        writeDeliveries(inner, contextInTransaction(inside, inner), [{ loaded: moved, quoted }]),
      )
      const { order, isCharged, provider_order_id } = written!
      const { order_no } = order
      return isCharged && provider_order_id
        ? { result: 'to_charge', order_no, provider_order_id }
        : { result: 'arranged', order_no }
    } catch (error) {
      // Somebody took the last gift: the next run prices the delivery without it.
      if (error instanceof ShopError && error.error === 'ERROR_PROMOTION_ENDED') return { result: 'open' }
      if (!(error instanceof ShopError && error.error === 'ERROR_OUT_OF_STOCK')) throw error
      return fail(tx, inside, loaded, 'out_of_stock')
    }
  })
}

async function fail(
  tx: Tx,
  ctx: QueryContext,
  loaded: LoadedSubscription,
  failure: SubscriptionFailure,
): Promise<ArrangementResult> {
  await recordDeliveryFailure(tx, ctx, loaded, { failure })
  return { result: 'failed', failure }
}

/**
 * Returns the obstacle to a delivery before anything is taken.
 * @throws PaymentUnavailable if the shop's own accounts can't be used: the member can't correct that, so it is not
 * recorded as a failure
 */
async function obstacle(
  ctx: MemberQueryContext,
  row: SubscriptionRow,
  quoted: PriceQuote,
): Promise<SubscriptionFailure | null> {
  const missing = deliveryGoodsObstacle(quoted)
  if (missing) return missing
  if (quoted.summary.payment_total === 0) return null
  const { kind, has_button } = paymentMethod(row.payment_method_id)
  if (kind === 'card' && row.card_seq === null) return 'no_card'
  if (has_button && row.charge_permission_id === null) return 'agreement_closed'
  if (isChargedToLink(row.payment_method_id) && !(await linkedAccount.find(ctx.db, row, row.payment_method_id)))
    return 'agreement_closed'
  if (await lacksProviderAccount(ctx, row.payment_method_id))
    throw new PaymentUnavailable('the shop has no account for this method')
  await lockInvoiceDebt(ctx.db, row)
  const { payment_total, delivery_id } = quoted.summary
  return (await paymentFailures(ctx, row, payment_total, delivery_id)).length > 0 ? 'payment_method' : null
}

/** Returns the obstacle in a delivery's goods or total, whatever pays it; null: none. */
export function deliveryGoodsObstacle(quoted: PriceQuote): SubscriptionFailure | null {
  if (quoted.items.length === 0) return 'nothing_to_deliver'
  const errors = quoted.problems.map((problem) => problem.error)
  if (errors.includes('not_sold')) return 'not_sold'
  if (errors.includes('out_of_stock') || errors.includes('over_stock')) return 'out_of_stock'
  return quoted.refusal ? 'total' : null
}

/** A written delivery. */
export interface WrittenDelivery extends ReadyDelivery {
  order: OrderRow
  /** To be charged next, by this number. */
  isCharged: boolean
  /** null: nothing is due. */
  provider_order_id: string | null
}

/**
 * Writes deliveries of one shop, whose subscriptions are locked: order, items, dates, payment intent, attempt and
 * stock. What is paid on delivery, or already, is arranged at once. `mail`: the correspondence, if it is loaded.
 * @throws ShopError 409 as `deductStock`
 */
export async function writeDeliveries<R extends ReadyDelivery & { mail?: SubscriptionMailContext }>(
  tx: Tx,
  ctx: QueryContext,
  all: readonly R[],
): Promise<(R & WrittenDelivery)[]> {
  const isDue = ({ quoted }: R) => quoted.summary.payment_total > 0
  const isCharged = (one: R) => isDue(one) && !isCashOnDelivery(one.loaded.row.payment_method_id)
  const orders = await writeCycleOrders(
    tx,
    ctx,
    all.map((one) => ({ ...one, status: isCharged(one) ? 'payment_pending' : 'arranged' })),
  )
  const written = all.map((one, index) => ({
    ...one,
    order: orders[index]!,
    isCharged: isCharged(one),
    provider_order_id: isDue(one) ? providerOrderId(one.loaded) : null,
  }))
  const rows = await saveSubscriptions(
    tx,
    ctx.shop_id,
    all.map(({ loaded: { row } }) => {
      const { next_delivery_date, next_next_delivery_date } = row
      return { row, action: null, content: { next_delivery_date, next_next_delivery_date } }
    }),
  )
  await writePaymentIntents(
    tx,
    written.flatMap(({ order, loaded, provider_order_id }) =>
      provider_order_id === null ? [] : [paymentRow(ctx, order, provider_order_id, loaded.row.card_seq)],
    ),
  )
  await insertRows(
    tx,
    billing_attempt,
    written.map(({ loaded, provider_order_id, resumed_by, ...one }) =>
      billingAttemptRow(ctx, loaded, {
        outcome: one.isCharged ? 'open' : 'arranged',
        provider_order_id,
        ...(resumed_by && { resumed_by }),
      }),
    ),
  )
  const arranged = written.flatMap(({ order, mail, ...one }, index) =>
    one.isCharged ? [] : [{ row: rows[index]!, order, mail }],
  )
  if (arranged.length > 0) await completeArrangement(tx, ctx, arranged)
  const { missing, giveBack } = await consumeReservedGifts(tx, ctx.shop_id, all)
  await deductStock(tx, ctx.shop_id, [...all.flatMap(({ quoted }) => quoted.items), ...missing])
  await giveBack()
  return written
}

type OrderToBill = Parameters<typeof paymentIntentRow>[1] & Pick<OrderRow, 'updated_at'>

/** The payment intent of an order as a row. */
const paymentRow = (
  ctx: Pick<QueryContext, 'ports'>,
  order: OrderToBill,
  provider_order_id: string,
  card_seq: number | null,
) => ({
  ...paymentIntentRow(ctx, order, provider_order_id, order.updated_at),
  card_seq,
})
