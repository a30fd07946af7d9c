import { createHash } from 'node:crypto'
import {
  type Authorisation,
  type PaymentAttempt,
  PaymentRefused,
  PaymentUnavailable,
  type ProviderPaymentRecord,
} from '@kushi/shop/ports/payment-port'
import type { CallAmazon } from './call.ts'
import { type AmazonCharge, type ChargePermission, toAmazonMoney } from './objects.ts'
import { hasAmazonReason, translateAmazonErrors } from './refusal.ts'

/**
 * Returns an idempotency key; Amazon accepts 32 characters. An action that must happen once has one key for all
 * callers.
 */
export const idempotencyKeyOf = (...parts: (string | number)[]) =>
  createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32)

/** Reads a charge from Amazon. */
export const getCharge = (call: CallAmazon, chargeId: string) =>
  translateAmazonErrors(call<AmazonCharge>('GET', `charges/${chargeId}`))

const states: Readonly<Record<string, ProviderPaymentRecord['state']>> = {
  AuthorizationInitiated: 'held',
  Authorized: 'authorised',
  CaptureInitiated: 'captured',
  Captured: 'captured',
  Canceled: 'voided',
  Declined: 'refused',
}

/** Returns the payment reference that the shop stores, with the ids of this charge. */
export const chargeReference = (attempt: PaymentAttempt, charge: AmazonCharge) => ({
  ...attempt.reference,
  charge_permission_id: charge.chargePermissionId,
  charge_id: charge.chargeId,
})

/** The state of the refunds that were requested for a charge. */
export interface RequestedRefunds {
  /** Yen that were refunded or may still be. */
  standing: number
  declined: number
  /** Amazon has not decided yet on part of `standing`. */
  is_open: boolean
}
const noRefunds: RequestedRefunds = { standing: 0, declined: 0, is_open: false }

/** Returns the refunded yen: the higher one of Amazon's own sum, whoever refunded, and our requests. */
export const refundedAmountOf = ({ refundedAmount }: AmazonCharge, { standing }: RequestedRefunds): number =>
  Math.max(standing, Number(refundedAmount?.amount ?? 0))

/**
 * Converts a charge into the port's trade. `agreed_amount`: less than the authorised amount, because the order became
 * cheaper; only that will be captured.
 */
export function recordOfCharge(
  attempt: PaymentAttempt,
  charge: AmazonCharge,
  requested: RequestedRefunds = noRefunds,
): ProviderPaymentRecord {
  const refunded_amount = refundedAmountOf(charge, requested)
  const state = states[charge.statusDetails.state]
  if (!state) throw new PaymentUnavailable(`charge ${charge.statusDetails.state}`)
  return {
    state: refunded_amount > 0 ? 'refunded' : state,
    amount: Number(attempt.reference.agreed_amount ?? charge.chargeAmount.amount),
    refunded_amount,
    is_refund_open: requested.is_open,
    reference: chargeReference(attempt, charge),
  }
}

/**
 * Returns the authorisation of a charge that was just requested.
 * @throws PaymentRefused when Amazon declined it
 */
export function authorisationOfCharge(attempt: PaymentAttempt, charge: AmazonCharge): Authorisation {
  const { state, reference } = recordOfCharge(attempt, charge)
  if (state === 'held') return { kind: 'held', reasons: [charge.statusDetails.state], reference }
  if (state === 'authorised' || state === 'captured') return { kind: 'authorised', reference }
  throw new PaymentRefused('repair_at_provider', `${charge.statusDetails.state} ${charge.statusDetails.reasonCode}`)
}

interface ChargeRequest {
  charge_permission_id: string
  amount: number
  provider_order_id: string
  key: string
}

/**
 * Creates a charge on a permission that the customer gave before; it is captured later. If Amazon refuses, the
 * permission's state gives the reason.
 * @throws PaymentRefused, PaymentUnavailable
 */
export async function createCharge(call: CallAmazon, wanted: ChargeRequest): Promise<AmazonCharge> {
  const create = () =>
    call<AmazonCharge>(
      'POST',
      'charges',
      {
        chargePermissionId: wanted.charge_permission_id,
        chargeAmount: toAmazonMoney(wanted.amount),
        captureNow: false,
        canHandlePendingAuthorization: false,
        merchantMetadata: { merchantReferenceId: wanted.provider_order_id },
      },
      wanted.key,
    )
  try {
    return await create()
  } catch (error) {
    if (hasAmazonReason(error, 'ResourceNotFound')) throw new PaymentRefused('agreement_closed', error.reason)
    if (!hasAmazonReason(error, 'SoftDeclined', 'HardDeclined', 'AmazonRejected', 'InvalidChargePermissionStatus'))
      return translateAmazonErrors(Promise.reject(error))
    const { statusDetails } = await readChargePermission(call, wanted.charge_permission_id)
    if (statusDetails.state === 'Closed') throw new PaymentRefused('agreement_closed', error.reason)
    if (statusDetails.state === 'NonChargeable') throw new PaymentRefused('repair_at_provider', error.reason)
    return translateAmazonErrors(Promise.reject(error))
  }
}

/** Reads a charge permission from Amazon. */
export const readChargePermission = (call: CallAmazon, id: string) =>
  translateAmazonErrors(call<ChargePermission>('GET', `chargePermissions/${id}`))
