import type { Amazon, Call } from '../amazon.ts'
import type { Refund } from '../entities.ts'
import { AmazonError } from '../errors.ts'
import { known, price, required, text } from '../fields.ts'
import { chargeOf, refundBody } from '../ledger.ts'

function put(amazon: Amazon, refund: Refund, state: string): Refund {
  const moved = { ...refund, status: { state, reasonCode: null, at: amazon.now().toISOString() } }
  amazon.entities.refunds.put(refund.refundId, moved, refund.chargeId)
  return moved
}

/** At most the captured amount, in any number of parts. */
export const createRefund: Call = (amazon, _id, body) => {
  known(body, ['chargeId', 'refundAmount', 'softDescriptor', 'providerMetadata'])
  const amount = required(price(body, 'refundAmount'), 'refundAmount')
  const found = chargeOf(amazon, required(text(body, 'chargeId', 60), 'chargeId'))
  if (found.status.state !== 'Captured') throw new AmazonError('InvalidChargeStatus', found.status.state)
  if (found.refunded + amount > found.captured) throw new AmazonError('TransactionAmountExceeded', 'refundAmount')
  amazon.entities.charges.put(found.chargeId, { ...found, refunded: found.refunded + amount }, found.chargePermissionId)
  const refund: Refund = {
    refundId: `${found.chargePermissionId}-R${String(100_000 + amazon.store.next('amazon.refund')).slice(-6)}`,
    chargeId: found.chargeId,
    amount,
    status: { state: '', reasonCode: null, at: '' },
    createdAt: amazon.now().toISOString(),
  }
  return { status: 201, body: refundBody(put(amazon, refund, 'RefundInitiated')) }
}

/** A refund is pending at first and completed at the next query. */
export const getRefund: Call = (amazon, id) => {
  const found = amazon.entities.refunds.get(id)
  if (found === undefined) throw new AmazonError('ResourceNotFound', 'refundId')
  return {
    status: 200,
    body: refundBody(found.status.state === 'RefundInitiated' ? put(amazon, found, 'Refunded') : found),
  }
}
