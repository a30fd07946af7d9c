import { payment } from '@kushi/db/schema/payment'
import { and, eq, inArray, lt, or, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { claimPayment, type PaymentRow, releasePayment } from './claim-payment.ts'
import { keepCard } from './keep-card.ts'
import { recordPayment } from './record-payment.ts'
import { afterSearch } from './rules/after-search.ts'
import { refusePayment, settlePayment } from './settle-payment.ts'

/** Minutes after which nobody is expected to be at work on it, and to come back from the card company. */
const quietMinutes = { started: 3, redirected: 30 }

/**
 * Finishes what a crash, a dead line or a closed tab left open: asks the provider about our own order number and does
 * what its answer means. Safe on any number of processes, at any time. Returns how many payments were decided.
 */
export async function repairPayments(ctx: Context, olderThan = quietMinutes): Promise<number> {
  const ago = (minutes: number) => lt(payment.updated_at, sql`now() - ${minutes} * interval '1 minute'`)
  const open = await ctx.db
    .select({ provider_order_id: payment.provider_order_id })
    .from(payment)
    .where(
      or(
        and(inArray(payment.state, ['intent', 'entered']), ago(olderThan.started)),
        and(eq(payment.state, 'redirected'), ago(olderThan.redirected)),
      ),
    )
    .limit(200)
  let decided = 0
  for (const { provider_order_id } of open) {
    const claimed = await claimPayment(ctx.db, provider_order_id)
    if (claimed && (await guarded(ctx, claimed, () => decide(ctx, claimed)))) decided += 1
  }
  await voidLate(ctx)
  await keepCards(ctx)
  return decided
}

async function decide(ctx: Context, claimed: PaymentRow): Promise<void> {
  const trade = await ctx.ports.card.search(claimed.provider_order_id)
  if (afterSearch(trade) === 'authorised') await settlePayment(ctx, claimed, trade!)
  else await refusePayment(ctx, claimed, 'abandoned', trade?.status ?? 'unknown to the provider')
}

/** Authorisations of orders that were given up. */
async function voidLate(ctx: Context): Promise<void> {
  const late = await ctx.db.select().from(payment).where(eq(payment.state, 'void_pending')).limit(200)
  for (const row of late)
    await guarded(ctx, row, async () => {
      const trade = await ctx.ports.card.search(row.provider_order_id)
      if (trade && afterSearch(trade) === 'authorised')
        await ctx.ports.card.cancel({ ...trade, job: 'VOID', amount: row.amount })
      await recordPayment(ctx.db, row, 'voided')
    })
}

async function keepCards(ctx: Context): Promise<void> {
  const wanted = await ctx.db
    .select()
    .from(payment)
    .where(and(eq(payment.save_card, true), eq(payment.state, 'authorised')))
    .limit(200)
  for (const row of wanted) await guarded(ctx, row, () => keepCard(ctx, row.id))
}

/** One payment that can't be repaired now must not keep the others waiting. */
async function guarded(ctx: Context, row: PaymentRow, work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    await releasePayment(ctx.db, row.id)
    ctx.log.warn({ payment_id: row.id, state: row.state, err: error }, 'payment not repaired')
    return false
  }
}
