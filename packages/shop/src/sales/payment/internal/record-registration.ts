import type { Queryable } from '@kushi/db/connect'
import { card_registration } from '@kushi/db/schema/payment'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { and, eq, type SQL } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { type PaymentRefusal, PaymentRefused, PaymentUnavailable } from '../../../ports/payment-port.ts'
import { pollUntil } from './claim-payment.ts'

export type RegistrationRow = typeof card_registration.$inferSelect
type Key = Pick<RegistrationRow, 'shop_id' | 'id'>

export async function recordRegistration(
  db: Queryable,
  row: Key,
  set: Partial<RegistrationRow> & { state: RegistrationRow['state'] },
): Promise<void> {
  await db.update(card_registration).set(set).where(sameRowCondition(card_registration, row))
}

type ShopScope = Pick<Context, 'db' | 'shop_id'>

/** The SQL condition for the card registration with this return key. */
export const registrationKeyCondition = (shop_id: number, accessId: string) =>
  and(eq(card_registration.shop_id, shop_id), eq(card_registration.access_id, accessId))

/** Claims a registration whose browser has returned, for this request only. */
export async function claimRegistration({ db, shop_id }: ShopScope, accessId: string): Promise<RegistrationRow | null> {
  const [row] = await db
    .update(card_registration)
    .set({ state: 'returned' })
    .where(and(registrationKeyCondition(shop_id, accessId), eq(card_registration.state, 'redirected')))
    .returning()
  return row ?? null
}

/** No money is at stake, so the browser need not wait as long as for a payment. */
const waitMs = 10_000

/**
 * Waits until another request has brought a registration into one of `states`. `row` is undefined if there is none;
 * `isOpen`: it takes longer.
 */
export async function waitForRegistration(
  db: Queryable,
  which: SQL | undefined,
  states: readonly RegistrationRow['state'][],
): Promise<{ row: RegistrationRow | undefined; isOpen: boolean }> {
  let row: RegistrationRow | undefined
  const decided = await pollUntil(async () => {
    ;[row] = await db.select().from(card_registration).where(which)
    return !row || states.includes(row.state) || null
  }, waitMs)
  return { row, isOpen: decided === null }
}

/** Why a registration failed, as its row stores it: what the customer can do, plus the provider's own code. */
export type RegistrationFailure = PaymentRefusal | 'unavailable'

export async function failRegistration(db: Queryable, row: Key, error: unknown): Promise<RegistrationFailure> {
  if (!(error instanceof PaymentRefused || error instanceof PaymentUnavailable)) throw error
  const failure = error instanceof PaymentRefused ? error.refusal : 'unavailable'
  await recordRegistration(db, row, { state: 'failed', error: `${failure} ${error.info}` })
  return failure
}

/** The reason of a failed card registration, without the provider's code. */
export const registrationFailureOf = (row: Pick<RegistrationRow, 'error'>) =>
  (row.error?.split(' ')[0] ?? 'unavailable') as RegistrationFailure
