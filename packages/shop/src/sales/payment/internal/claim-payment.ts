import { setTimeout as sleep } from 'node:timers/promises'
import { isAnyOfCondition } from '@kushi/db/bulk-rows'
import { payment } from '@kushi/db/schema/payment'
import type { PaymentState } from '@kushi/values/payment-method'
import { and, eq, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { PaymentRefused } from '../../../ports/payment-port.ts'
import { ShopError } from '../../../shop-error.ts'

export type PaymentRow = typeof payment.$inferSelect
/** A payment's key: our number at the provider, unique in its shop. */
export type PaymentKey = Pick<PaymentRow, 'shop_id' | 'provider_order_id'>

const isPayment = ({ shop_id, provider_order_id }: PaymentKey) =>
  and(eq(payment.shop_id, shop_id), eq(payment.provider_order_id, provider_order_id))

/** A holder that has not renewed its claim for this long counts as dead. It renews three times in this period. */
const leaseSeconds = 10
/** Longer than a lease, so that a retry after a kill continues by itself; shorter than a customer's timeout. */
const waitMs = 12_000

/** In whole milliseconds, as read back: the moment at which it ends tells a holder's lease from the next one. */
const lease = () => sql<Date>`(now() + ${leaseSeconds} * interval '1 second')::timestamptz(3)`
const claim = () => ({ claimed_until: lease(), claim_no: sql`${payment.claim_no} + 1` })
/** The SQL condition for payments whose last holder died, or failed without a decision, a minute ago or longer. */
export const isInterruptedCondition = () => lt(payment.claimed_until, sql`now() - interval '1 minute'`)
/** The SQL condition for payments that no process has claimed, or whose claim has expired. */
export const isUnclaimedCondition = () => or(isNull(payment.claimed_until), lt(payment.claimed_until, sql`now()`))

/**
 * Runs `work` on the payments of these numbers that are in one of `states` and that no other process has claimed.
 * `work` receives their current rows, claimed by one statement; with none, another process has them or their state
 * differs.
 *
 * The claim is a lease and not a lock, because the provider is never called inside a transaction. Its holder renews it,
 * so that another process takes over within seconds after a kill. A holder that hung beyond its lease renews and
 * releases nothing that another holder has claimed since. Its writes are fenced by the payment's state and by the
 * number of its claim, its provider calls by the order number.
 *
 * A claim that `work` reports as `done` has ended with its write; the others are released at the end. Where `work`
 * failed without a decision, the provider may have done what was asked. Then the lease ends, but stays as a sign for
 * the repair (`isInterruptedCondition`).
 */
export async function withPaymentClaims<T>(
  { db, log, shop_id }: Pick<Context, 'db' | 'log' | 'shop_id'>,
  numbers: readonly string[],
  states: readonly PaymentState[],
  work: (claimed: PaymentRow[], done: (row: PaymentRow) => void) => Promise<T>,
): Promise<T> {
  const isNamed = sql`${payment.provider_order_id} = any(${sql.param([...numbers])}::text[])`
  const claimed = await db
    .update(payment)
    // Sets `updated_at`, so that a payment that can't be finished now moves behind those that have waited longer.
    .set({ ...claim(), updated_at: sql`now()` })
    .where(and(eq(payment.shop_id, shop_id), isNamed, inArray(payment.state, [...states]), isUnclaimedCondition()))
    .returning()
  const [first] = claimed
  if (!first) return work([], () => {})
  const open = new Set(claimed.map(({ id }) => id))
  const renewal = keepLease({ db, log }, shop_id, first.claimed_until!, () => isAnyOfCondition(payment.id, open))
  try {
    const result = await work(claimed, ({ id }) => void open.delete(id))
    await renewal.release(null)
    return result
  } catch (error) {
    const isDecision = error instanceof PaymentRefused || error instanceof ShopError
    await renewal.release(isDecision ? null : sql`now()`)
    throw error
  }
}

/**
 * Renews the lease of `rows`, three times in its period, until it is released. `until`: the end of the lease. It moves
 * on with this process's clock, so that the end is known before it is written, even if the reply to a renewal is lost.
 */
function keepLease(
  { db, log }: Pick<Context, 'db' | 'log'>,
  shop_id: number,
  until: Date,
  rows: () => SQL | undefined,
): { release: (end: SQL | null) => Promise<void> } {
  const begun = performance.now()
  let ends = [until]
  const mine = () => and(eq(payment.shop_id, shop_id), inArray(payment.claimed_until, ends), rows())
  const write = async (end: Date) => {
    const before = mine()
    ends = [...ends, end]
    await db.update(payment).set({ claimed_until: end }).where(before)
    ends = [end]
  }
  let writing = Promise.resolve()
  const renew = () => {
    writing = writing
      .then(() => write(new Date(until.getTime() + Math.ceil(performance.now() - begun))))
      .catch((error: unknown) => log.warn({ err: error, shop_id }, 'claim not renewed'))
  }
  const renewing = setInterval(renew, (leaseSeconds * 1000) / 3)
  const release = async (end: SQL | null) => {
    clearInterval(renewing)
    await writing
    await db.update(payment).set({ claimed_until: end }).where(mine())
  }
  return { release }
}

/** Like `withPaymentClaims` for one, but waits for another holder to finish or die; null: decided, or not available in time. */
export async function withPaymentClaimWhenFree<T>(
  { db, log }: Pick<Context, 'db' | 'log'>,
  key: PaymentKey,
  states: readonly PaymentState[],
  work: (claimed: PaymentRow) => Promise<T>,
  forMs = waitMs,
): Promise<{ result: T } | null> {
  return pollUntil(async () => {
    const done = await withPaymentClaims(
      { db, log, shop_id: key.shop_id },
      [key.provider_order_id],
      states,
      async ([row]) => (row ? { result: await work(row) } : null),
    )
    if (done) return done
    const [row] = await db.select({ state: payment.state }).from(payment).where(isPayment(key))
    const mayComeFree = row && (states as readonly string[]).concat('intent', 'returned').includes(row.state)
    return mayComeFree ? null : 'never'
  }, forMs)
}

/** Calls `ask` every quarter of a second for up to `forMs` until it returns an answer; null: there was none. */
export async function pollUntil<T>(ask: () => Promise<T | null | 'never'>, forMs = waitMs): Promise<T | null> {
  for (const until = performance.now() + forMs; performance.now() < until; await sleep(250)) {
    const answer = await ask()
    if (answer !== null) return answer === 'never' ? null : answer
  }
  return null
}

/** @throws ShopError 409: another process works on the payment, and its result decides what can be done next */
export const paymentBusyError = () =>
  new ShopError(409, 'ERROR_PAYMENT_BUSY', '決済の手続き中です。少し待って、もう一度お試しください。')
