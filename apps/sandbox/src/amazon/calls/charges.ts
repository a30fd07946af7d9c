import type { Call } from '../amazon.ts'
import { AmazonError } from '../errors.ts'
import { known, merchantMetadata, price, required, text } from '../fields.ts'
import { charge, chargeBody, chargeOf, moveCharge, permissionOf } from '../ledger.ts'

/** A charge on a permission: every later delivery, or a part of a first one. */
export const createCharge: Call = (amazon, _id, body) => {
  known(body, [
    'chargePermissionId',
    'chargeAmount',
    'captureNow',
    'softDescriptor',
    'canHandlePendingAuthorization',
    'merchantMetadata',
    'providerMetadata',
  ])
  const amount = required(price(body, 'chargeAmount'), 'chargeAmount')
  const id = required(text(body, 'chargePermissionId', 60), 'chargePermissionId')
  const made = charge(amazon, permissionOf(amazon, id), {
    amount,
    captureNow: body.captureNow === true,
    canPend: body.canHandlePendingAuthorization === true,
    merchantMetadata: merchantMetadata(body) ?? {},
    isFirst: false,
  })
  return { status: 201, body: chargeBody(made) }
}

export const getCharge: Call = (amazon, id) => ({ status: 200, body: chargeBody(chargeOf(amazon, id)) })

/** Captures an authorised charge once, at most for the authorised amount. */
export const captureCharge: Call = (amazon, id, body) => {
  known(body, ['captureAmount', 'softDescriptor'])
  const found = chargeOf(amazon, id)
  const captured = required(price(body, 'captureAmount'), 'captureAmount')
  text(body, 'softDescriptor', 16)
  if (found.status.state !== 'Authorized') throw new AmazonError('InvalidChargeStatus', found.status.state)
  if (captured > found.amount) throw new AmazonError('TransactionAmountExceeded', 'captureAmount')
  return { status: 200, body: chargeBody(moveCharge(amazon, { ...found, captured }, 'Captured')) }
}

export const cancelCharge: Call = (amazon, id, body) => {
  known(body, ['cancellationReason'])
  required(text(body, 'cancellationReason', 255), 'cancellationReason')
  const found = chargeOf(amazon, id)
  if (!['AuthorizationInitiated', 'Authorized'].includes(found.status.state))
    throw new AmazonError('InvalidChargeStatus', found.status.state)
  return { status: 200, body: chargeBody(moveCharge(amazon, found, 'Canceled', 'MerchantCanceled')) }
}
