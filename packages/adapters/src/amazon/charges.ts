import { createHash } from 'node:crypto'
import {
  type Authorisation,
  type PaymentAttempt,
  PaymentRefused,
  type PaymentTrade,
  PaymentUnavailable,
} from '@kushi/shop/ports/payment-port'
import type { CallAmazon } from './call.ts'
import { type Charge, type ChargePermission, jpy } from './objects.ts'
import { isReason, translateAmazonErrors } from './refusal.ts'

/**
 * Returns an idempotency key; Amazon accepts 32 characters. An action that must happen once has one key for all
 * callers.
 */
export const idempotencyKeyOf = (...parts: (string | number)[]) =>
  createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32)

export const getCharge = (call: CallAmazon, chargeId: string) =>
  translateAmazonErrors(call<Charge>('GET', `charges/${chargeId}`))

const states: Readonly<Record<string, PaymentTrade['state']>> = {
  AuthorizationInitiated: 'held',
  Authorized: 'authorised',
  CaptureInitiated: 'captured',
  Captured: 'captured',
  Canceled: 'voided',
  Declined: 'refused',
}

export const referenceOf = (attempt: PaymentAttempt, charge: Charge) => ({
  ...attempt.reference,
  charge_permission_id: charge.chargePermissionId,
  charge_id: charge.chargeId,
})

export interface RequestedRefunds {
  /** Yen that were refunded or may still be. */
  standing: number
  declined: number
  /** Amazon has not decided yet on part of `standing`. */
  is_open: boolean
}
const noRefunds: RequestedRefunds = { standing: 0, declined: 0, is_open: false }

/** Yen that Amazon has refunded, by whomever, or been asked for by us. */
export const refundedOf = ({ refundedAmount }: Charge, { standing }: RequestedRefunds): number =>
  Math.max(standing, Number(refundedAmount?.amount ?? 0))

/** `agreed_amount`: less than the authorised amount, because the order became cheaper; only that will be captured. */
export function tradeOf(
  attempt: PaymentAttempt,
  charge: Charge,
  requested: RequestedRefunds = noRefunds,
): PaymentTrade {
  const refunded_amount = refundedOf(charge, requested)
  const state = states[charge.statusDetails.state]
  if (!state) throw new PaymentUnavailable(`charge ${charge.statusDetails.state}`)
  return {
    state: refunded_amount > 0 ? 'refunded' : state,
    amount: Number(attempt.reference.agreed_amount ?? charge.chargeAmount.amount),
    refunded_amount,
    is_refund_open: requested.is_open,
    reference: referenceOf(attempt, charge),
  }
}

/** Returns the state of a charge that was just requested. */
export function authorisationOf(attempt: PaymentAttempt, charge: Charge): Authorisation {
  const { state, reference } = tradeOf(attempt, charge)
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

/** Charges a permission that the customer gave before. If Amazon refuses, the permission's state gives the reason. */
export async function charge(call: CallAmazon, wanted: ChargeRequest): Promise<Charge> {
  const create = () =>
    call<Charge>(
      'POST',
      'charges',
      {
        chargePermissionId: wanted.charge_permission_id,
        chargeAmount: jpy(wanted.amount),
        captureNow: false,
        canHandlePendingAuthorization: false,
        merchantMetadata: { merchantReferenceId: wanted.provider_order_id },
      },
      wanted.key,
    )
  try {
    return await create()
  } catch (error) {
    if (isReason(error, 'ResourceNotFound')) throw new PaymentRefused('agreement_closed', error.reason)
    if (!isReason(error, 'SoftDeclined', 'HardDeclined', 'AmazonRejected', 'InvalidChargePermissionStatus'))
      return translateAmazonErrors(Promise.reject(error))
    const { statusDetails } = await getPermission(call, wanted.charge_permission_id)
    if (statusDetails.state === 'Closed') throw new PaymentRefused('agreement_closed', error.reason)
    if (statusDetails.state === 'NonChargeable') throw new PaymentRefused('repair_at_provider', error.reason)
    return translateAmazonErrors(Promise.reject(error))
  }
}

export const getPermission = (call: CallAmazon, id: string) =>
  translateAmazonErrors(call<ChargePermission>('GET', `chargePermissions/${id}`))
