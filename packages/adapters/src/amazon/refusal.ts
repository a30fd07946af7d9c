import { type PaymentRefusal, PaymentRefused, PaymentUnavailable } from '@kushi/shop/ports/payment-port'
import { AmazonError } from './call.ts'

/** What the customer can do about it. */
const refusals: Readonly<Record<string, PaymentRefusal>> = {
  CheckoutSessionCanceled: 'session_expired',
  InvalidCheckoutSessionStatus: 'session_expired',
  TransactionAmountExceeded: 'limit',
  PeriodicAmountExceeded: 'limit',
  TransactionCountExceeded: 'limit',
  SoftDeclined: 'limit',
  HardDeclined: 'repair_at_provider',
  AmazonRejected: 'examination',
  MFANotCompleted: 'cancelled',
  PaymentMethodNotAllowed: 'repair_at_provider',
  TransactionTimedOut: 'repair_at_provider',
}

/** Statuses that say nothing about the payment: Amazon does not accept the shop's keys, or does not know the object. */
const noDecision = new Set([401, 403, 404])

/** Translates Amazon's codes into the port's errors: refused, or a fault that is not the customer's. */
export async function translateAmazonErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof AmazonError)) throw error
    // Another request with this key was accepted before.
    if (noDecision.has(error.status) || error.reason === 'DuplicateIdempotencyKey')
      throw new PaymentUnavailable(error.message, error)
    throw new PaymentRefused(refusals[error.reason] ?? 'not_accepted', error.reason)
  }
}

/** Why a session ended. */
const sessionEnds: Readonly<Record<string, PaymentRefusal>> = {
  BuyerCanceled: 'cancelled',
  Declined: 'repair_at_provider',
}

/** Returns the error for a checkout session that Amazon ended for this reason. */
export const sessionEndedError = (reason: string | null) =>
  new PaymentRefused(sessionEnds[reason ?? ''] ?? 'session_expired', `Canceled ${reason}`)

/** Whether Amazon refused with exactly one of these reasons. */
export const hasAmazonReason = (error: unknown, ...reasons: string[]): error is AmazonError =>
  error instanceof AmazonError && reasons.includes(error.reason)
