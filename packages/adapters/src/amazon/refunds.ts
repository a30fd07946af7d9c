import { type PaymentAttempt, type PaymentReference, PaymentRefused } from '@kushi/shop/ports/payment-port'
import type { CallAmazon } from './call.ts'
import { getCharge, idempotencyKeyOf, type RequestedRefunds, referenceOf, refundedOf } from './charges.ts'
import { jpy, type Refund } from './objects.ts'
import { translateAmazonErrors } from './refusal.ts'

const idsOf = ({ refunds }: PaymentReference): string[] => refunds?.split(' ') ?? []

/**
 * 返金 at Amazon is requested, and decided later: `RefundInitiated` becomes `Refunded` or `Declined`. The reference names
 * the refunds that were requested, because Amazon can't list them.
 */
export async function requestedRefunds(call: CallAmazon, { reference }: PaymentAttempt): Promise<RequestedRefunds> {
  // Requested by a version that did not keep the ids.
  const found = { standing: Number(reference.told_to_refund ?? 0), declined: 0, is_open: false }
  for (const id of idsOf(reference)) {
    const { refundAmount, statusDetails } = await translateAmazonErrors(call<Refund>('GET', `refunds/${id}`))
    if (statusDetails.state === 'Declined') {
      found.declined += 1
      continue
    }
    found.standing += Number(refundAmount.amount)
    found.is_open ||= statusDetails.state !== 'Refunded'
  }
  return found
}

/** Requests what is missing to `total`. A declined request does not count, so that the next one is made. */
export async function refund(call: CallAmazon, attempt: PaymentAttempt, total: number): Promise<PaymentReference> {
  const chargeId = attempt.reference.charge_id!
  const requested = await requestedRefunds(call, attempt)
  const charge = await getCharge(call, chargeId)
  const rest = total - refundedOf(charge, requested)
  if (rest <= 0) return referenceOf(attempt, charge)
  // The same key would return the refund that was declined.
  const again = requested.declined === 0 ? [] : [requested.declined]
  const key = idempotencyKeyOf(chargeId, 'refund', total, ...again)
  const made = await translateAmazonErrors(call<Refund>('POST', 'refunds', { chargeId, refundAmount: jpy(rest) }, key))
  if (made.statusDetails.state === 'Declined')
    throw new PaymentRefused('not_accepted', `Declined ${made.statusDetails.reasonCode}`)
  return { ...referenceOf(attempt, charge), refunds: [...idsOf(attempt.reference), made.refundId].join(' ') }
}
