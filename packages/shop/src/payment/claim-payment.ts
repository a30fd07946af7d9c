import { setTimeout as sleep } from 'node:timers/promises'
import type { Queryable } from '@kushi/db/connect'
import { payment } from '@kushi/db/schema/payment'
import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { isOpen, type PaymentState } from './rules/payment-state.ts'

export type PaymentRow = typeof payment.$inferSelect

/** Longer than four calls of the provider may take; then whoever held it is taken for dead. */
const leaseSeconds = 130
export const lease = () => sql<Date>`now() + ${leaseSeconds} * interval '1 second'`
export const isFree = () => or(isNull(payment.claimed_until), lt(payment.claimed_until, sql`now()`))

/**
 * Takes a payment that stands in one of `states` for this process alone; null: another one works on it, or it stands
 * elsewhere. The claim is a lease and no lock, because the provider is never called inside a transaction. Should it run
 * out while its holder lives, no harm is done: what is written is fenced by the state, what is asked by the order number.
 */
export async function claimPayment(
  db: Queryable,
  providerOrderId: string,
  states: readonly PaymentState[],
): Promise<PaymentRow | null> {
  const [row] = await db
    .update(payment)
    .set({ claimed_until: lease(), updated_at: sql`now()` })
    .where(and(eq(payment.provider_order_id, providerOrderId), inArray(payment.state, [...states]), isFree()))
    .returning()
  return row ?? null
}

/** Waits up to ten seconds for whoever works on it; null: it is decided, or not to be had in that time. */
export async function claimPaymentSoon(
  db: Queryable,
  providerOrderId: string,
  states: readonly PaymentState[],
): Promise<PaymentRow | null> {
  for (let attempt = 0; attempt < 40; attempt++) {
    const claimed = await claimPayment(db, providerOrderId, states)
    if (claimed) return claimed
    const found = eq(payment.provider_order_id, providerOrderId)
    const [row] = await db.select({ state: payment.state }).from(payment).where(found)
    if (!row || !isOpen(row.state) || row.state === 'held') return null
    await sleep(250)
  }
  return null
}

export async function releasePayment(db: Queryable, id: number): Promise<void> {
  await db.update(payment).set({ claimed_until: null }).where(eq(payment.id, id))
}
