import type { Queryable } from '@kushi/db/connect'
import { payment } from '@kushi/db/schema/payment'
import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { openStates } from './rules/payment-state.ts'

export type PaymentRow = typeof payment.$inferSelect

/** Longer than the provider may take to answer; then whoever held it is taken for dead. */
const leaseSeconds = 90

/**
 * Takes an undecided payment for this process alone; null: another one works on it, or it is decided. The claim is a
 * lease and no lock, because the provider is never called inside a transaction.
 */
export async function claimPayment(db: Queryable, providerOrderId: string): Promise<PaymentRow | null> {
  const [row] = await db
    .update(payment)
    .set({ claimed_until: sql`now() + ${leaseSeconds} * interval '1 second'` })
    .where(
      and(
        eq(payment.provider_order_id, providerOrderId),
        inArray(payment.state, [...openStates]),
        or(isNull(payment.claimed_until), lt(payment.claimed_until, sql`now()`)),
      ),
    )
    .returning()
  return row ?? null
}

export async function releasePayment(db: Queryable, id: number): Promise<void> {
  await db.update(payment).set({ claimed_until: null }).where(eq(payment.id, id))
}
