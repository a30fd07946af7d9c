import { type PaymentAttempt, type PaymentReference, PaymentRefused } from '@kushi/shop/ports/payment-port'
import type { CallAmazon } from './call.ts'
import { chargeReference, createCharge, getCharge, idempotencyKeyOf, readChargePermission } from './charges.ts'
import type { ChargePermission } from './objects.ts'
import { translateAmazonErrors } from './refusal.ts'

/**
 * 金額変更 before capture. A lower amount: only that will be captured. A higher amount: a new charge replaces the old one,
 * if the permission allows it; the old one is cancelled first, because both together would exceed the permission.
 */
export async function changeChargeAmount(
  call: CallAmazon,
  attempt: PaymentAttempt,
  amount: number,
): Promise<PaymentReference> {
  const { charge_id: chargeId = '', agreed_amount: _, ...kept } = attempt.reference
  const before = await getCharge(call, chargeId)
  const authorised = Number(before.chargeAmount.amount)
  if (amount === authorised) return { ...kept, charge_id: chargeId }
  if (amount < authorised) return { ...kept, charge_id: chargeId, agreed_amount: String(amount) }
  // Cancelled: an earlier call began this, and the key shows whether the new charge was made.
  if (before.statusDetails.state !== 'Canceled') {
    const room = roomOf(await readChargePermission(call, before.chargePermissionId))
    if (amount > room + authorised) throw new PaymentRefused('limit', 'amountLimit')
    const body = { cancellationReason: 'The amount of the order was changed' }
    await translateAmazonErrors(call('DELETE', `charges/${chargeId}/cancel`, body))
  }
  const made = await createCharge(call, {
    charge_permission_id: before.chargePermissionId,
    provider_order_id: attempt.provider_order_id,
    amount,
    key: idempotencyKeyOf(chargeId, 'change', amount),
  })
  return chargeReference({ ...attempt, reference: kept }, made)
}

/** The rest of the permission besides the current charge. */
const roomOf = ({ limits }: ChargePermission): number =>
  limits ? Number(limits.amountBalance.amount) : Number.POSITIVE_INFINITY
