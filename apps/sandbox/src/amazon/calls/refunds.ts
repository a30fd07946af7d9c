import type { Amazon, Call } from '../amazon.ts'
import type { Refund } from '../entities.ts'
import { AmazonError } from '../errors.ts'
import { known, price, required, text } from '../fields.ts'
import { chargeOf, refundBody } from '../ledger.ts'

function put(amazon: Amazon, refund: Refund, state: string, reasonCode: string | null = null): Refund {
  const moved = { ...refund, status: { state, reasonCode, at: amazon.now().toISOString() } }
  amazon.entities.refunds.put(refund.refundId, moved, refund.chargeId)
  return moved
}

/** At most the captured amount, in any number of parts. The charge contains a refund only once it is completed. */
export const createRefund: Call = (amazon, _id, body) => {
  known(body, ['chargeId', 'refundAmount', 'softDescriptor', 'providerMetadata'])
  const amount = required(price(body, 'refundAmount'), 'refundAmount')
  const found = chargeOf(amazon, required(text(body, 'chargeId', 60), 'chargeId'))
  if (found.status.state !== 'Captured') throw new AmazonError('InvalidChargeStatus', found.status.state)
  const before = amazon.entities.refunds.byRef(found.chargeId).filter(({ status }) => status.state !== 'Declined')
  const refunded = before.reduce((sum, one) => sum + one.amount, 0)
  if (refunded + amount > found.captured) throw new AmazonError('TransactionAmountExceeded', 'refundAmount')
  const refund: Refund = {
    refundId: `${found.chargePermissionId}-R${String(100_000 + amazon.store.next('amazon.refund')).slice(-6)}`,
    chargeId: found.chargeId,
    amount,
    status: { state: '', reasonCode: null, at: '' },
    createdAt: amazon.now().toISOString(),
  }
  return { status: 201, body: refundBody(put(amazon, refund, 'RefundInitiated')) }
}

/** A refund is pending at first and completed at the next query, unless it was declined meanwhile. */
export const getRefund: Call = (amazon, id) => {
  const found = amazon.entities.refunds.get(id)
  if (found === undefined) throw new AmazonError('ResourceNotFound', 'refundId')
  if (found.status.state === 'RefundInitiated') {
    const charge = chargeOf(amazon, found.chargeId)
    const refunded = charge.refunded + found.amount
    amazon.entities.charges.put(charge.chargeId, { ...charge, refunded }, charge.chargePermissionId)
    return { status: 200, body: refundBody(put(amazon, found, 'Refunded')) }
  }
  return { status: 200, body: refundBody(found) }
}

/** The buyer's bank refuses a pending refund; false: there is none of this id. */
export function declineRefund(amazon: Amazon, id: string): boolean {
  const found = amazon.entities.refunds.get(id)
  if (found?.status.state !== 'RefundInitiated') return false
  put(amazon, found, 'Declined', 'ProcessingFailure')
  return true
}
