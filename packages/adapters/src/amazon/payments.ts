import {
  type Authorisation,
  type PaymentAttempt,
  type PaymentBill,
  type PaymentPort,
  PaymentRefused,
  PaymentUnavailable,
  type ProviderPaymentRecord,
} from '@kushi/shop/ports/payment-port'
import { type AmazonSettings, type CallAmazon, makeAmazonCaller } from './call.ts'
import { changeChargeAmount } from './change-amount.ts'
import {
  authorisationOfCharge,
  chargeReference,
  createCharge,
  getCharge,
  idempotencyKeyOf,
  recordOfCharge,
} from './charges.ts'
import { type AmazonCharge, type CheckoutSession, toAmazonMoney } from './objects.ts'
import { readRequestedRefunds, requestRefund } from './refunds.ts'
import { hasAmazonReason, sessionEndedError, translateAmazonErrors } from './refusal.ts'

/**
 * Payments by Amazon Pay, API v2: authorised while the customer is present or by their permission, captured at
 * shipping.
 */
export function amazonPayments(settings: AmazonSettings): PaymentPort {
  const call = makeAmazonCaller(settings)

  return {
    account: `amazon_pay ${settings.store_id}`,

    async authorise(attempt, source, order, return_url) {
      if (source.kind === 'amazon_permission') {
        const { provider_order_id, amount } = attempt
        const { charge_permission_id } = source
        const wanted = { charge_permission_id, provider_order_id, amount, key: idempotencyKeyOf(provider_order_id) }
        return authorisationOfCharge(attempt, await createCharge(call, wanted))
      }
      if (source.kind !== 'amazon_session' || return_url === null) throw new TypeError(`${source.kind} is not Amazon's`)
      const started = { ...attempt, reference: { checkout_session_id: source.checkout_session_id } }
      return begin(call, settings, started, order, return_url)
    },

    /** Money moves here, once: a session that is already completed returns the charge that it became. */
    async finish(attempt) {
      const path = `checkoutSessions/${attempt.reference.checkout_session_id}`
      try {
        const body = { chargeAmount: toAmazonMoney(attempt.amount) }
        const session = await call<CheckoutSession>('POST', `${path}/complete`, body)
        if (isOthers(attempt, session)) await giveBack(call, session)
        return await completed(call, attempt, session)
      } catch (error) {
        if (!hasAmazonReason(error, 'InvalidCheckoutSessionStatus', 'CheckoutSessionCanceled'))
          return translateAmazonErrors(Promise.reject(error))
        const session = await translateAmazonErrors(call<CheckoutSession>('GET', path))
        if (session.statusDetails.state === 'Canceled') throw sessionEndedError(session.statusDetails.reasonCode)
        if (session.statusDetails.state === 'Completed') return completed(call, attempt, session)
        // Still open: the browser returned without having been at Amazon. No money moved, and none will.
        throw new PaymentRefused('cancelled', error.reason)
      }
    },

    async find(attempt) {
      const { charge_id, checkout_session_id } = attempt.reference
      if (charge_id) {
        // First the refunds: one that is decided between the two calls then counts once.
        const requested = await readRequestedRefunds(call, attempt)
        return recordOfCharge(attempt, await getCharge(call, charge_id), requested)
      }
      return checkout_session_id ? tradeOfSession(call, attempt, checkout_session_id) : null
    },

    async capture(attempt) {
      const charge_id = chargeIdOf(attempt)
      try {
        const body = { captureAmount: toAmazonMoney(attempt.amount) }
        const made = await call<AmazonCharge>(
          'POST',
          `charges/${charge_id}/capture`,
          body,
          idempotencyKeyOf(charge_id, 'capture'),
        )
        return chargeReference(attempt, made)
      } catch (error) {
        return unless(error, await standsAs(call, error, charge_id, ['captured']), attempt)
      }
    },

    async void(attempt) {
      const found = await this.find(attempt)
      const charge_id = found?.reference.charge_id
      // Nothing was charged and nothing will be, because only `finish` moves money.
      if (!found || !charge_id || found.state === 'voided' || found.state === 'refused')
        return found?.reference ?? attempt.reference
      try {
        const body = { cancellationReason: 'The order was cancelled' }
        return chargeReference(attempt, await call<AmazonCharge>('DELETE', `charges/${charge_id}/cancel`, body))
      } catch (error) {
        return unless(error, await standsAs(call, error, charge_id, ['voided', 'refused']), attempt)
      }
    },

    async refund(attempt, refunded_amount) {
      chargeIdOf(attempt)
      return requestRefund(call, attempt, refunded_amount)
    },

    change: (attempt, amount) => changeChargeAmount(call, attempt, amount),
  }
}

function chargeIdOf({ reference }: PaymentAttempt): string {
  if (!reference.charge_id) throw new PaymentUnavailable('nothing was charged yet')
  return reference.charge_id
}

/** Reports the amount to Amazon and redirects the browser there. Continues a session that was begun before. */
async function begin(
  call: CallAmazon,
  settings: AmazonSettings,
  attempt: PaymentAttempt,
  order: PaymentBill,
  return_url: string,
): Promise<Authorisation> {
  const checkout_session_id = attempt.reference.checkout_session_id!
  const path = `checkoutSessions/${checkout_session_id}`
  let session: CheckoutSession
  try {
    session = await call<CheckoutSession>('PATCH', path, {
      webCheckoutDetails: { checkoutResultReturnUrl: return_url },
      paymentDetails: {
        paymentIntent: 'Authorize',
        canHandlePendingAuthorization: false,
        chargeAmount: toAmazonMoney(attempt.amount),
      },
      merchantMetadata: { merchantReferenceId: attempt.provider_order_id, merchantStoreName: settings.store_name },
    })
  } catch (error) {
    if (hasAmazonReason(error, 'ResourceNotFound')) throw sessionEndedError(error.reason)
    if (!hasAmazonReason(error, 'InvalidCheckoutSessionStatus')) return translateAmazonErrors(Promise.reject(error))
    session = await translateAmazonErrors(call<CheckoutSession>('GET', path))
    const isOurs = session.merchantMetadata?.merchantReferenceId === attempt.provider_order_id
    if (isOurs && session.statusDetails.state === 'Completed') return completed(call, attempt, session)
    throw sessionEndedError(session.statusDetails.reasonCode)
  }
  // Later deliveries can only be charged with the customer's recurring permission.
  if (order.is_subscription && session.chargePermissionType !== 'Recurring')
    throw new PaymentRefused('session_expired', 'OneTime')
  const redirect_url = session.webCheckoutDetails.amazonPayRedirectUrl
  if (!redirect_url) throw new PaymentUnavailable('no amazonPayRedirectUrl')
  return { kind: 'redirect', redirect_url, return_key: checkout_session_id, reference: attempt.reference }
}

/** Another order took the session over; its charge pays for that order only. */
function isOthers({ provider_order_id }: PaymentAttempt, { merchantMetadata }: CheckoutSession): boolean {
  return Boolean(merchantMetadata?.merchantReferenceId) && merchantMetadata?.merchantReferenceId !== provider_order_id
}

/**
 * Charged at the moment another order took the session over: cancels the charge, so that neither order is paid by it.
 */
async function giveBack(call: CallAmazon, { chargeId }: CheckoutSession): Promise<void> {
  const body = { cancellationReason: 'The order was changed meanwhile' }
  if (chargeId) await translateAmazonErrors(call('DELETE', `charges/${chargeId}/cancel`, body))
}

async function completed(call: CallAmazon, attempt: PaymentAttempt, session: CheckoutSession): Promise<Authorisation> {
  if (isOthers(attempt, session)) throw sessionEndedError('taken over by another order')
  if (!session.chargeId) throw new PaymentUnavailable('completed without a charge')
  return authorisationOfCharge(attempt, await getCharge(call, session.chargeId))
}

/** Returns the state of a session if it still belongs to this attempt; another order may have taken it over. */
async function tradeOfSession(
  call: CallAmazon,
  attempt: PaymentAttempt,
  id: string,
): Promise<ProviderPaymentRecord | null> {
  let session: CheckoutSession
  try {
    session = await call<CheckoutSession>('GET', `checkoutSessions/${id}`)
  } catch (error) {
    if (hasAmazonReason(error, 'ResourceNotFound')) return null
    return translateAmazonErrors(Promise.reject(error))
  }
  if (session.merchantMetadata?.merchantReferenceId !== attempt.provider_order_id) return null
  if (session.chargeId) return recordOfCharge(attempt, await getCharge(call, session.chargeId))
  const state = session.statusDetails.state === 'Open' ? 'waiting' : 'refused'
  return { state, amount: attempt.amount, refunded_amount: 0, reference: attempt.reference }
}

/**
 * Returns the charge if a call failed because the charge is already in one of these states; null: it failed for another
 * reason.
 */
async function standsAs(
  call: CallAmazon,
  error: unknown,
  chargeId: string,
  states: readonly ProviderPaymentRecord['state'][],
): Promise<AmazonCharge | null> {
  if (!hasAmazonReason(error, 'InvalidChargeStatus')) return null
  const found = await getCharge(call, chargeId)
  const state = recordOfCharge({ provider_order_id: '', amount: 0, reference: {} }, found).state
  return states.includes(state) || (states.includes('captured') && state === 'refunded') ? found : null
}

function unless(error: unknown, found: AmazonCharge | null, attempt: PaymentAttempt) {
  return found ? chargeReference(attempt, found) : translateAmazonErrors(Promise.reject<never>(error))
}
