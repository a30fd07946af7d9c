import { setTimeout as sleep } from 'node:timers/promises'
import { isAmong } from '@kushi/db/in-sets'
import { isRow } from '@kushi/db/in-shop'
import { payment } from '@kushi/db/schema/payment'
import { and, eq, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { ShopError } from '../../shop-error.ts'
import type { PaymentState } from '../rules/payment-state.ts'

export type PaymentRow = typeof payment.$inferSelect
/** A payment by our number at the provider, which its shop has once. */
export type PaymentKey = Pick<PaymentRow, 'shop_id' | 'provider_order_id'>

const isPayment = ({ shop_id, provider_order_id }: PaymentKey) =>
  and(eq(payment.shop_id, shop_id), eq(payment.provider_order_id, provider_order_id))

/** Without a sign of life for so long a holder counts as dead; it gives one three times in that time. */
const leaseSeconds = 10
/** Longer than a lease, so that a press after a kill goes on by itself; shorter than a customer waits. */
const waitMs = 12_000

const lease = () => sql<Date>`now() + ${leaseSeconds} * interval '1 second'`
export const isFree = () => or(isNull(payment.claimed_until), lt(payment.claimed_until, sql`now()`))

/**
 * Works on a payment that stands in one of `states`, one process at a time; null: another one has it, or it stands
 * elsewhere. `work` gets the row as it is then. The claim is a lease and no lock, because the provider is never called
 * inside a transaction; its holder renews it while it lives, so that a killed one is followed within seconds. Should it run
 * out under a holder that hangs, no harm is done: what is written is fenced by the state, what is asked by the order number.
 */
export async function withClaim<T>(
  { db, log }: Pick<Context, 'db' | 'log'>,
  key: PaymentKey,
  states: readonly PaymentState[],
  work: (claimed: PaymentRow) => Promise<T>,
): Promise<{ result: T } | null> {
  const [claimed] = await db
    .update(payment)
    // Touched, so that one that can't be brought to an end now gives way to those that wait longer.
    .set({ claimed_until: lease(), updated_at: sql`now()` })
    .where(and(isPayment(key), inArray(payment.state, [...states]), isFree()))
    .returning()
  if (!claimed) return null
  const mine = and(isRow(payment, claimed), isNotNull(payment.claimed_until))
  const renewing = setInterval(
    () => {
      const renewed = db.update(payment).set({ claimed_until: lease() }).where(mine)
      renewed.catch((error: unknown) => log.warn({ err: error, payment_id: claimed.id }, 'claim not renewed'))
    },
    (leaseSeconds * 1000) / 3,
  )
  try {
    return { result: await work(claimed) }
  } finally {
    clearInterval(renewing)
    await db.update(payment).set({ claimed_until: null }).where(mine)
  }
}

/**
 * The same of many payments of one shop, claimed by one statement: `work` gets those that are free. Of one that it says is `done` the
 * claim has ended with what was written; the others are given free at the end.
 */
export async function withClaims<T>(
  { db, log, shop_id }: Pick<Context, 'db' | 'log' | 'shop_id'>,
  numbers: readonly string[],
  states: readonly PaymentState[],
  work: (claimed: PaymentRow[], done: (row: PaymentRow) => void) => Promise<T>,
): Promise<T> {
  const isNamed = sql`${payment.provider_order_id} = any(${sql.param([...numbers])}::text[])`
  const claimed = await db
    .update(payment)
    .set({ claimed_until: lease(), updated_at: sql`now()` })
    .where(and(eq(payment.shop_id, shop_id), isNamed, inArray(payment.state, [...states]), isFree()))
    .returning()
  const open = new Set(claimed.map(({ id }) => id))
  const mine = () => and(eq(payment.shop_id, shop_id), isAmong(payment.id, open), isNotNull(payment.claimed_until))
  const renewing = setInterval(
    () => {
      const renewed = db.update(payment).set({ claimed_until: lease() }).where(mine())
      renewed.catch((error: unknown) => log.warn({ err: error, shop_id }, 'claims not renewed'))
    },
    (leaseSeconds * 1000) / 3,
  )
  try {
    return await work(claimed, ({ id }) => void open.delete(id))
  } finally {
    clearInterval(renewing)
    if (open.size > 0) await db.update(payment).set({ claimed_until: null }).where(mine())
  }
}

/** The same once another holder is done, or dead; null: it is decided, or not to be had in that time. */
export async function withClaimSoon<T>(
  ctx: Pick<Context, 'db' | 'log'>,
  key: PaymentKey,
  states: readonly PaymentState[],
  work: (claimed: PaymentRow) => Promise<T>,
  forMs = waitMs,
): Promise<{ result: T } | null> {
  return soon(async () => {
    const done = await withClaim(ctx, key, states, work)
    if (done) return done
    const [row] = await ctx.db.select({ state: payment.state }).from(payment).where(isPayment(key))
    const mayComeFree = row && (states as readonly string[]).concat('intent', 'returned').includes(row.state)
    return mayComeFree ? null : 'never'
  }, forMs)
}

/** Asks every quarter of a second until there is an answer, or for so long; null: there was none. */
export async function soon<T>(ask: () => Promise<T | null | 'never'>, forMs = waitMs): Promise<T | null> {
  for (const until = performance.now() + forMs; performance.now() < until; await sleep(250)) {
    const answer = await ask()
    if (answer !== null) return answer === 'never' ? null : answer
  }
  return null
}

/** @throws ShopError 409: another process works on the payment, and what it does decides what can be done next */
export const paymentBusy = () =>
  new ShopError(409, 'ERROR_PAYMENT_BUSY', '決済の手続き中です。少し待って、もう一度お試しください。')
