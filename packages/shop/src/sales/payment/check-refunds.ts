import type { Tx } from '@kushi/db/connect'
import { payment, payment_refund } from '@kushi/db/schema/payment'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { and, asc, desc, eq, gt, lte } from 'drizzle-orm'
import type { Context, QueryContext } from '../../context.ts'
import type { ProviderPaymentRecord } from '../../ports/payment-port.ts'
import { paymentPort } from '../../ports/payment-ports.ts'
import { type PaymentRow, withPaymentClaims } from './internal/claim-payment.ts'
import { recordPayment } from './internal/record-payment.ts'

/** Milliseconds between two questions about a refund that the provider has not decided. */
const nextCheckMs = 3_600_000

/**
 * Asks a provider that decides refunds later (Amazon Pay) whether those of the shop stand. A declined refund counts no more:
 * its money is owed again. Returns how many were declined.
 */
export async function checkPendingRefunds(ctx: Context, until = Number.POSITIVE_INFINITY): Promise<number> {
  const rows = await ctx.db
    .select()
    .from(payment)
    .where(and(eq(payment.shop_id, ctx.shop_id), lte(payment.refund_check_at, ctx.clock.now())))
    .orderBy(asc(payment.refund_check_at))
    .limit(200)
  let declined = 0
  for (const row of rows) {
    if (performance.now() > until) break
    try {
      const isDeclined = await withPaymentClaims(
        ctx,
        [row.provider_order_id],
        ['captured', 'refunded'],
        async ([claimed]) => claimed !== undefined && check(ctx, claimed),
      )
      if (isDeclined) declined += 1
    } catch (error) {
      ctx.log.warn({ payment_id: row.id, err: error }, 'refund not checked')
    }
  }
  return declined
}

/** Returns whether a refund was declined. */
async function check(ctx: Context, claimed: PaymentRow): Promise<boolean> {
  const trade = await paymentPort(ctx, claimed).find(claimed)
  const refund_check_at = trade?.is_refund_open === false ? null : new Date(ctx.clock.now().getTime() + nextCheckMs)
  return ctx.db.transaction(async (tx) => {
    await tx.update(payment).set({ refund_check_at }).where(sameRowCondition(payment, claimed))
    if (!trade || trade.refunded_amount >= claimed.refunded_amount) return false
    await takeBack(tx, ctx, claimed, trade)
    return true
  })
}

async function takeBack(
  tx: Tx,
  ctx: QueryContext,
  claimed: PaymentRow,
  { refunded_amount }: ProviderPaymentRecord,
): Promise<void> {
  await recordPayment(tx, ctx, claimed, 'captured', { refunded_amount }, { named: 'refund_declined' })
  const { shop_id, id: payment_id, order_id } = claimed
  const [latest] = await tx
    .select({ id: payment_refund.id })
    .from(payment_refund)
    .where(
      and(eq(payment_refund.shop_id, shop_id), eq(payment_refund.payment_id, payment_id), gt(payment_refund.amount, 0)),
    )
    .orderBy(desc(payment_refund.id))
    .limit(1)
  await tx.insert(payment_refund).values({
    shop_id,
    payment_id,
    order_id,
    way: 'provider',
    amount: refunded_amount - claimed.refunded_amount,
    corrects_id: latest!.id,
    ...ctx.actor,
    created_at: ctx.clock.now(),
  })
}
