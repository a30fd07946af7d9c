import { type PaymentAttempt, type PaymentReference, PaymentRefused } from '@kushi/shop/payment/payment-port'
import type { CallAmazon } from './call.ts'
import { charge, getCharge, getPermission, keyOf, referenceOf } from './charges.ts'
import type { ChargePermission } from './objects.ts'
import { inPortTerms } from './refusal.ts'

/**
 * 金額変更 before capture. Less: only so much will be captured. More: a new charge in place of the old one, if the permission
 * has room for it; the old one is cancelled first, since both together would be too much for it.
 */
export async function change(call: CallAmazon, attempt: PaymentAttempt, amount: number): Promise<PaymentReference> {
  const { charge_id: chargeId = '', agreed_amount: _, ...kept } = attempt.reference
  const before = await getCharge(call, chargeId)
  const authorised = Number(before.chargeAmount.amount)
  if (amount === authorised) return { ...kept, charge_id: chargeId }
  if (amount < authorised) return { ...kept, charge_id: chargeId, agreed_amount: String(amount) }
  // Cancelled: this was begun before, and its key says whether the new charge was made.
  if (before.statusDetails.state !== 'Canceled') {
    const room = roomOf(await getPermission(call, before.chargePermissionId))
    if (amount > room + authorised) throw new PaymentRefused('limit', 'amountLimit')
    const body = { cancellationReason: 'The amount of the order was changed' }
    await inPortTerms(call('DELETE', `charges/${chargeId}/cancel`, body))
  }
  const made = await charge(call, {
    charge_permission_id: before.chargePermissionId,
    provider_order_id: attempt.provider_order_id,
    amount,
    key: keyOf(chargeId, 'change', amount),
  })
  return referenceOf({ ...attempt, reference: kept }, made)
}

/** What the permission has left, beside the charge that stands. */
const roomOf = ({ limits }: ChargePermission): number =>
  limits ? Number(limits.amountBalance.amount) : Number.POSITIVE_INFINITY
