import { refersTo } from '@kushi/db/in-shop'
import { orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { and, asc, eq, gt, inArray, lt, notExists, or, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import {
  concludePayment,
  type PaymentKey,
  type PaymentRow,
  type PaymentState,
  voidPayment,
  withClaim,
} from '../../payment/index.ts'
import { keepCard } from './keep-card.ts'
import { orderPayee } from './pay-order.ts'
import type { PurchaseFollower } from './purchase-follower.ts'

/** Minutes after which nobody is expected to be at work on it, and to come back from the card company. */
const quietMinutes = { started: 3, redirected: 30, held: 10 }

/** A provider that does not answer must not hold a run for hours; the next one goes on with those that waited longest. */
const budgetMs = 50_000

/**
 * Finishes what a crash, a dead line or a closed tab left open in a shop: asks the provider about our own order number and does
 * what its answer means. Safe on any number of processes, at any time. Returns how many payments were decided.
 */
export async function repairPayments(
  ctx: Context,
  follower: PurchaseFollower,
  quiet: Partial<typeof quietMinutes> = {},
): Promise<number> {
  const { started, redirected, held } = { ...quietMinutes, ...quiet }
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
        ),
        notExists(laterDelivery(ctx)),
      ),
    ),
    work: async (row) =>
      (await concludePayment({ ...ctx, shop_id: row.shop_id }, orderPayee(follower), row, { isAway: true })).kind !==
      'unknown',
  })
  const late = await waiting(ctx, eq(payment.state, 'void_pending'))
  await each(ctx, until, { rows: late, work: (row) => voidPayment(ctx, row) })
  const wanted = await waiting(
    ctx,
    and(eq(payment.save_card, true), inArray(payment.state, ['authorised', 'captured'])),
  )
  for (const { shop_id, id } of wanted)
    if (performance.now() < until)
      await keepCard(ctx, { shop_id, id }).catch((error: unknown) =>
        ctx.log.warn({ payment_id: id, err: error }, 'card not kept yet'),
      )
  return decided
}

/** Of a subscription: nobody has to come back for it, so its own run brings it to an end (subscription/run-day.ts). */
const laterDelivery = (ctx: Context) =>
  ctx.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(refersTo(payment.order_id, orders), gt(orders.cycle, 1)))

const waiting = (ctx: Context, which: ReturnType<typeof and>) =>
  ctx.db
    .select({
      ...{ shop_id: payment.shop_id, id: payment.id, state: payment.state },
      provider_order_id: payment.provider_order_id,
    })
    .from(payment)
    .where(and(eq(payment.shop_id, ctx.shop_id), which))
    .orderBy(asc(payment.updated_at))
    .limit(200)

interface Round {
  rows: (PaymentKey & { state: string })[]
  /** false: it could not be decided now. */
  work(row: PaymentRow): Promise<boolean>
}

/** One payment that can't be repaired now must not keep the others waiting. */
async function each(ctx: Context, until: number, { rows, work }: Round): Promise<number> {
  let done = 0
  for (const { state, ...key } of rows) {
    if (performance.now() > until) break
    try {
      // Only where it still stands as it was seen: the customer may be on the way again.
      const worked = await withClaim(ctx, key, [state as PaymentState], work)
      if (worked?.result) done += 1
    } catch (error) {
      ctx.log.warn({ payment: key.provider_order_id, state, err: error }, 'payment not repaired')
    }
  }
  return done
}
