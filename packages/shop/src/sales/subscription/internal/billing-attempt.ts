import type { Tx } from '@kushi/db/connect'
import { billing_attempt } from '@kushi/db/schema/subscription'
import { and, eq, type SQLWrapper, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { retryCause } from '../rules/second-way.ts'
import type { BillingAttemptRow, LoadedSubscription } from './load-subscription.ts'

type Tried = Pick<LoadedSubscription, 'row' | 'attempts' | 'link_attempts'>
/** The contract's own attempts: what the mail's link tried changes no plan. */
export const ownAttemptCondition = (resumed_by: SQLWrapper) => sql`${resumed_by} is distinct from 'link'`

type Outcome = Pick<BillingAttemptRow, 'outcome'> & Partial<BillingAttemptRow>

/** Adds an attempt of the current cycle; returns its number. `tried`: the earlier ones. */
export async function insertBillingAttempt(
  tx: Tx,
  ctx: Pick<Context, 'clock'>,
  tried: Tried,
  outcome: Outcome,
): Promise<number> {
  const row = billingAttemptRow(ctx, tried, outcome)
  await tx.insert(billing_attempt).values(row)
  return row.attempt
}

/** Builds the row of a new billing attempt of the current cycle. `attempts`: the earlier ones. */
export function billingAttemptRow(
  { clock }: Pick<Context, 'clock'>,
  { row, attempts, link_attempts }: Tried,
  outcome: Outcome,
) {
  const { shop_id, id: subscription_id, cycle, payment_method_id, card_seq } = row
  const attempt = Math.max(0, ...[...attempts, ...link_attempts].map((one) => one.attempt)) + 1
  const tried_on = clock.today()
  const resumed_by = retryCause(row, attempts.at(-1))
  return { shop_id, subscription_id, cycle, attempt, payment_method_id, card_seq, tried_on, resumed_by, ...outcome }
}

/** Closes open attempts of one shop as arranged, by their numbers at the provider. */
export async function closeAttemptsAsArranged(tx: Tx, shop_id: number, numbers: readonly string[]): Promise<void> {
  const { shop_id: shop, provider_order_id } = billing_attempt
  const mine = and(eq(shop, shop_id), sql`${provider_order_id} = any(${sql.param([...numbers])}::text[])`)
  await tx.update(billing_attempt).set({ outcome: 'arranged' }).where(mine)
}

/** Closes an open attempt with its outcome; returns its number. */
export async function closeBillingAttempt(
  tx: Tx,
  shop_id: number,
  provider_order_id: string,
  outcome: Outcome,
): Promise<number> {
  const mine = and(eq(billing_attempt.shop_id, shop_id), eq(billing_attempt.provider_order_id, provider_order_id))
  const { attempt } = billing_attempt
  const [closed] = await tx.update(billing_attempt).set(outcome).where(mine).returning({ attempt })
  return closed!.attempt
}

/**
 * Returns the number of a charge at the provider, which accepts each number once: `S4F1C09A7B2E6-2-1` is the first
 * charge of cycle 2. It is derived only from subscription, cycle and attempt, so that a run after a restore finds
 * earlier charges.
 */
export function providerOrderId({ row, attempts, link_attempts }: Tried): string {
  const charged = [...attempts, ...link_attempts].filter((one) => one.provider_order_id !== null).length
  return `S${row.billing_key}-${row.cycle}-${charged + 1}`
}
