import type { Amazon, Call } from '../amazon.ts'
import type { ChargePermission } from '../entities.ts'
import { AmazonError } from '../errors.ts'
import { known, merchantMetadata, recurringMetadata, required, text } from '../fields.ts'
import { moveCharge, permissionBody, permissionOf, savePermission } from '../ledger.ts'

export const getPermission: Call = (amazon, id) => ({
  status: 200,
  body: permissionBody(amazon, permissionOf(amazon, id)),
})

export const updatePermission: Call = (amazon, id, body) => {
  known(body, ['merchantMetadata', 'recurringMetadata'])
  const permission = permissionOf(amazon, id)
  if (permission.status.state === 'Closed') throw new AmazonError('ChargePermissionNotModifiable')
  const changed = {
    ...permission,
    merchantMetadata: { ...permission.merchantMetadata, ...merchantMetadata(body) },
    recurringMetadata: recurringMetadata(body) ?? permission.recurringMetadata,
  }
  savePermission(amazon, changed)
  return { status: 200, body: permissionBody(amazon, changed) }
}

/** No further charge is possible; an existing authorisation can still be captured unless it is canceled too. */
export function close(amazon: Amazon, permission: ChargePermission, reasonCode: string): ChargePermission {
  const closed = { ...permission, status: { state: 'Closed', reasonCode, at: amazon.now().toISOString() } }
  savePermission(amazon, closed)
  return closed
}

export const closePermission: Call = (amazon, id, body) => {
  known(body, ['closureReason', 'cancelPendingCharges'])
  required(text(body, 'closureReason', 255), 'closureReason')
  const permission = permissionOf(amazon, id)
  if (permission.status.state === 'Closed') throw new AmazonError('InvalidChargePermissionStatus', 'Closed')
  if (body.cancelPendingCharges === true)
    for (const one of amazon.entities.charges.byRef(id))
      if (['AuthorizationInitiated', 'Authorized'].includes(one.status.state))
        moveCharge(amazon, one, 'Canceled', 'ChargePermissionCanceled')
  return { status: 200, body: permissionBody(amazon, close(amazon, permission, 'MerchantClosed')) }
}
