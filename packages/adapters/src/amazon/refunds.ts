import { type PaymentAttempt, type PaymentReference, PaymentRefused } from '@kushi/shop/ports/payment-port'
import type { CallAmazon } from './call.ts'
import { chargeReference, getCharge, idempotencyKeyOf, type RequestedRefunds, refundedAmountOf } from './charges.ts'
import { type AmazonRefund, toAmazonMoney } from './objects.ts'
import { translateAmazonErrors } from './refusal.ts'

const idsOf = ({ refunds }: PaymentReference): string[] => refunds?.split(' ') ?? []

/**
 * Reads the refunds (返金) that were requested for a payment. Amazon decides later: `RefundInitiated` becomes `Refunded`
 * or `Declined`. The payment reference holds their ids, because Amazon can't list them.
 */
export async function readRequestedRefunds(call: CallAmazon, { reference }: PaymentAttempt): Promise<RequestedRefunds> {
  // Requested by a version that did not keep the ids.
  const found = { standing: Number(reference.told_to_refund ?? 0), declined: 0, is_open: false }
  for (const id of idsOf(reference)) {
    const { refundAmount, statusDetails } = await translateAmazonErrors(call<AmazonRefund>('GET', `refunds/${id}`))
    if (statusDetails.state === 'Declined') {
      found.declined += 1
      continue
    }
    found.standing += Number(refundAmount.amount)
    found.is_open ||= statusDetails.state !== 'Refunded'
  }
  return found
}

/**
 * Requests a refund of the amount that is missing to `total` (yen). Declined refunds do not count, so that a new one
 * is requested.
 * @throws PaymentRefused when Amazon declines at once
 */
export async function requestRefund(
  call: CallAmazon,
  attempt: PaymentAttempt,
  total: number,
): Promise<PaymentReference> {
  const chargeId = attempt.reference.charge_id!
  const requested = await readRequestedRefunds(call, attempt)
  const charge = await getCharge(call, chargeId)
  const rest = total - refundedAmountOf(charge, requested)
  if (rest <= 0) return chargeReference(attempt, charge)
  // The same key would return the refund that was declined.
  const again = requested.declined === 0 ? [] : [requested.declined]
  const key = idempotencyKeyOf(chargeId, 'refund', total, ...again)
  const made = await translateAmazonErrors(
    call<AmazonRefund>('POST', 'refunds', { chargeId, refundAmount: toAmazonMoney(rest) }, key),
  )
  if (made.statusDetails.state === 'Declined')
    throw new PaymentRefused('not_accepted', `Declined ${made.statusDetails.reasonCode}`)
  return { ...chargeReference(attempt, charge), refunds: [...idsOf(attempt.reference), made.refundId].join(' ') }
}
