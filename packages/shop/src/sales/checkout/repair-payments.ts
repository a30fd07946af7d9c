import { orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { refersToCondition } from '@kushi/db/shop-scope'
import { PAYMENT_METHOD, paymentMethodIdList } from '@kushi/values/payment-method'
import { and, asc, eq, gt, inArray, lt, notExists, or, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import {
  checkPendingRefunds,
  decidePaymentFromRecord,
  isInterruptedCondition,
  type PaymentKey,
  type PaymentRow,
  recordInterruptedCapture,
  voidPayment,
  withPaymentClaims,
} from '../payment/index.ts'
import { saveOrderCard } from './internal/keep-card.ts'
import { orderPaymentSubject } from './pay-order.ts'
import { releaseUnusedApprovals } from './release-approvals.ts'

/**
 * Minutes after which no process should still be working on the payment, and the customer should be back from the card
 * company.
 */
const quietMinutes = { started: 3, redirected: 30, held: 10, awaiting: 60 }

/**
 * A provider that does not respond must not block a run for hours; the next run continues with the longest waiting
 * payments.
 */
const budgetMs = 50_000

/**
 * Completes the payments of a shop that a crash, a lost connection or a closed tab left open: asks the provider about
 * our order number and applies its response; of a capture that was interrupted, too. Safe on any number of processes,
 * at any time. Returns how many payments were decided.
 */
export async function repairPayments(ctx: Context, quiet: Partial<typeof quietMinutes> = {}): Promise<number> {
  const { started, redirected, held, awaiting } = { ...quietMinutes, ...quiet }
  const ago = (minutes: number) => lt(payment.updated_at, sql`now() - ${minutes} * interval '1 minute'`)
  const until = performance.now() + budgetMs
  const decided = await each(ctx, until, {
    rows: await waiting(
      ctx,
      and(
        or(
          and(inArray(payment.state, ['intent', 'returned']), ago(started)),
          and(eq(payment.state, 'redirected'), ago(redirected)),
          and(eq(payment.state, 'held'), ago(held)),
          // The notice of a payment in a shop usually comes at once. After the deadline the provider is asked more
          // often.
          and(eq(payment.state, 'awaiting'), or(ago(awaiting), and(lt(payment.pay_until, ctx.clock.now()), ago(held)))),
        ),
        notExists(laterDelivery(ctx)),
      ),
    ),
    work: async (row) =>
      (await decidePaymentFromRecord({ ...ctx, shop_id: row.shop_id }, orderPaymentSubject, row, { isAway: true }))
        .kind !== 'unknown',
  })
  const late = await waiting(ctx, eq(payment.state, 'void_pending'))
  await each(ctx, until, { rows: late, work: (row) => voidPayment(ctx, row) })
  const interrupted = await waiting(
    ctx,
    and(eq(payment.state, 'authorised'), isCapturedByItself, isInterruptedCondition()),
  )
  await each(ctx, until, { rows: interrupted, work: (row) => recordInterruptedCapture(ctx, row) })
  await checkPendingRefunds(ctx, until)
  await releaseUnusedApprovals(ctx, PAYMENT_METHOD.paidy, until)
  const wanted = await waiting(
    ctx,
    and(eq(payment.save_card, true), inArray(payment.state, ['authorised', 'captured'])),
  )
  for (const { shop_id, id } of wanted)
    if (performance.now() < until)
      await saveOrderCard(ctx, { shop_id, id }).catch((error: unknown) =>
        ctx.log.warn({ payment_id: id, err: error }, 'card not kept yet'),
      )
  return decided
}

/** 代金引換 asks no provider; of 後払い the capture is the report of a parcel, which shipping repeats and its refunds name. */
const isCapturedByItself = sql`${payment.payment_method_id} in (${sql.raw(
  paymentMethodIdList(({ kind }) => kind === 'card' || kind === 'wallet'),
)})`

/**
 * A later delivery of a subscription. No customer has to return for it, so its own job completes it
 * (subscription/run-day.ts).
 */
const laterDelivery = (ctx: Context) =>
  ctx.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(refersToCondition(payment.order_id, orders), gt(orders.cycle, 1)))

const waiting = (ctx: Context, which: ReturnType<typeof and>) =>
  ctx.db
    .select({
      shop_id: payment.shop_id,
      id: payment.id,
      state: payment.state,
      provider_order_id: payment.provider_order_id,
    })
    .from(payment)
    .where(and(eq(payment.shop_id, ctx.shop_id), which))
    .orderBy(asc(payment.updated_at))
    .limit(200)

interface Round {
  rows: (PaymentKey & Pick<PaymentRow, 'state'>)[]
  /** Returns false when it could not be decided now. */
  work(row: PaymentRow): Promise<boolean>
}

/** A payment that can't be repaired now does not hold up the others. */
async function each(ctx: Context, until: number, { rows, work }: Round): Promise<number> {
  let done = 0
  for (const { state, provider_order_id: number } of rows) {
    if (performance.now() > until) break
    try {
      // Only if the state is unchanged, because the customer may be continuing the payment.
      const isDone = await withPaymentClaims(ctx, [number], [state], async ([row]) => row !== undefined && work(row))
      if (isDone) done += 1
    } catch (error) {
      ctx.log.warn({ payment: number, state, err: error }, 'payment not repaired')
    }
  }
  return done
}
