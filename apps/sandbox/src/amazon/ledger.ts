import type { Amazon } from './amazon.ts'
import { later, stamp, statusDetails, yen } from './amazon.ts'
import { methodOf } from './buyers.ts'
import type { Charge, ChargePermission, Json, Refund, Session } from './entities.ts'
import { AmazonError } from './errors.ts'

/** Limit in yen of one Recurring permission per calendar month in Japan. */
export const MONTHLY_LIMIT = 100_000
/** Lifetime in days: of a permission by its type, and of an authorisation. */
const LIFETIME = { OneTime: 180, Recurring: 365 * 13 }
const AUTHORISATION_LIFETIME = 30

/** `S03-1234567-1234567`, the format of Japanese ids in Amazon's sandbox. */
const number = (count: number) => {
  const digits = String(2_340_000_000_000 + count * 7_919).padStart(14, '0')
  return `S03-${digits.slice(0, 7)}-${digits.slice(7)}`
}

export function savePermission(amazon: Amazon, permission: ChargePermission): void {
  amazon.entities.permissions.put(permission.chargePermissionId, permission)
}

/** Writes the current state of a charge; its history is append-only. */
export function moveCharge(amazon: Amazon, charge: Charge, state: string, reasonCode: string | null = null): Charge {
  const at = amazon.now().toISOString()
  const moved = {
    ...charge,
    status: { state, reasonCode, at },
    history: [...charge.history, { at, state, reasonCode }],
  }
  amazon.entities.charges.put(charge.chargeId, moved, charge.chargePermissionId)
  return moved
}

export function permissionOf(amazon: Amazon, id: string): ChargePermission {
  const found = amazon.entities.permissions.get(id)
  if (found === undefined) throw new AmazonError('ResourceNotFound', 'chargePermissionId')
  const end = later(found.createdAt, LIFETIME[found.type])
  if (found.status.state === 'Closed' || amazon.now().toISOString() < end) return found
  const expired: ChargePermission = { ...found, status: { state: 'Closed', reasonCode: 'Expired', at: end } }
  savePermission(amazon, expired)
  return expired
}

/** The charge in its current state: an authorisation that was never captured expires. */
export function chargeOf(amazon: Amazon, id: string): Charge {
  const found = amazon.entities.charges.get(id)
  if (found === undefined) throw new AmazonError('ResourceNotFound', 'chargeId')
  const isOver = amazon.now().toISOString() >= later(found.createdAt, AUTHORISATION_LIFETIME)
  return found.status.state === 'Authorized' && isOver ? moveCharge(amazon, found, 'Canceled', 'ExpiredUnused') : found
}

/** `2026-11` in Japan. */
const monthOf = (iso: string) => new Date(new Date(iso).getTime() + 9 * 3_600_000).toISOString().slice(0, 7)

/** The amount that may still be charged: in total, or this month. */
export function balanceOf(amazon: Amazon, permission: ChargePermission): number {
  const month = monthOf(amazon.now().toISOString())
  const used = amazon.entities.charges
    .byRef(permission.chargePermissionId)
    .filter((charge) => !['Canceled', 'Declined'].includes(charge.status.state))
    .filter((charge) => permission.type === 'OneTime' || monthOf(charge.createdAt) === month)
    .reduce((sum, charge) => sum + charge.amount, 0)
  return permission.amountLimit - used
}

export function openPermission(amazon: Amazon, session: Session): ChargePermission {
  const { chargeAmount, totalOrderAmount } = session.paymentDetails as Record<string, { amount: string } | undefined>
  const at = amazon.now().toISOString()
  const permission: ChargePermission = {
    chargePermissionId: number(amazon.store.next('amazon.permission')),
    type: session.chargePermissionType,
    buyerId: session.buyerId ?? '',
    addressId: session.addressId,
    methodId: session.methodId,
    merchantMetadata: session.merchantMetadata,
    recurringMetadata: session.recurringMetadata,
    amountLimit:
      session.chargePermissionType === 'Recurring'
        ? MONTHLY_LIMIT
        : Number(totalOrderAmount?.amount ?? chargeAmount?.amount),
    status: { state: 'Chargeable', reasonCode: null, at },
    softDeclines: 0,
    createdAt: at,
  }
  savePermission(amazon, permission)
  return permission
}

type ChargeRequest = { amount: number; captureNow: boolean; canPend: boolean; merchantMetadata: Json; isFirst: boolean }

/**
 * Requests the charge from the buyer's bank.
 * @throws AmazonError for a decline; its effect on the permission is stored
 */
export function charge(amazon: Amazon, permission: ChargePermission, asked: ChargeRequest): Charge {
  if (permission.status.state !== 'Chargeable')
    throw new AmazonError('InvalidChargePermissionStatus', permission.status.state)
  if (asked.amount > balanceOf(amazon, permission))
    throw new AmazonError(permission.type === 'Recurring' ? 'PeriodicAmountExceeded' : 'TransactionAmountExceeded')
  const behaviour = methodOf(permission.buyerId, permission.methodId)?.behaviour ?? 'declined'
  if (behaviour === 'declined' || (behaviour === 'later-hard' && !asked.isFirst)) {
    const at = amazon.now().toISOString()
    const status = { state: 'NonChargeable', reasonCode: 'PaymentMethodInvalid', at }
    savePermission(amazon, { ...permission, status })
    throw new AmazonError('HardDeclined')
  }
  if (behaviour === 'soft' && !asked.isFirst && permission.softDeclines === 0) {
    savePermission(amazon, { ...permission, softDeclines: 1 })
    throw new AmazonError('SoftDeclined')
  }
  const isPending = behaviour === 'pending'
  if (isPending && !asked.canPend) throw new AmazonError('TransactionTimedOut')
  const made: Charge = {
    chargeId: `${permission.chargePermissionId}-C${String(100_000 + amazon.store.next('amazon.charge')).slice(-6)}`,
    chargePermissionId: permission.chargePermissionId,
    amount: asked.amount,
    captured: asked.captureNow && !isPending ? asked.amount : 0,
    refunded: 0,
    merchantMetadata: asked.merchantMetadata,
    status: { state: '', reasonCode: null, at: '' },
    createdAt: amazon.now().toISOString(),
    history: [],
  }
  const begun = moveCharge(amazon, made, 'AuthorizationInitiated')
  if (isPending) return begun
  const authorised = moveCharge(amazon, begun, 'Authorized')
  return asked.captureNow ? moveCharge(amazon, authorised, 'Captured') : authorised
}

export const permissionBody = (amazon: Amazon, permission: ChargePermission): Json => ({
  chargePermissionId: permission.chargePermissionId,
  chargePermissionReferenceId: null,
  chargePermissionType: permission.type,
  buyer: { buyerId: `amzn1.account.${permission.buyerId}` },
  releaseEnvironment: 'Sandbox',
  merchantMetadata: permission.merchantMetadata,
  recurringMetadata: permission.recurringMetadata,
  paymentPreferences: [{ paymentDescriptor: methodOf(permission.buyerId, permission.methodId)?.descriptor ?? null }],
  limits: { amountLimit: yen(permission.amountLimit), amountBalance: yen(balanceOf(amazon, permission)) },
  statusDetails: {
    ...statusDetails(permission.status),
    reasons: permission.status.reasonCode === null ? null : [{ reasonCode: permission.status.reasonCode }],
  },
  creationTimestamp: stamp(permission.createdAt),
  expirationTimestamp: stamp(later(permission.createdAt, LIFETIME[permission.type])),
  presentmentCurrency: 'JPY',
})

export const chargeBody = (one: Charge): Json => ({
  chargeId: one.chargeId,
  chargePermissionId: one.chargePermissionId,
  chargeAmount: yen(one.amount),
  captureAmount: one.captured === 0 ? null : yen(one.captured),
  refundedAmount: one.refunded === 0 ? null : yen(one.refunded),
  softDescriptor: null,
  merchantMetadata: one.merchantMetadata,
  providerMetadata: { providerReferenceId: null },
  statusDetails: statusDetails(one.status),
  creationTimestamp: stamp(one.createdAt),
  expirationTimestamp: stamp(later(one.createdAt, AUTHORISATION_LIFETIME)),
  releaseEnvironment: 'Sandbox',
})

export const refundBody = (one: Refund): Json => ({
  refundId: one.refundId,
  chargeId: one.chargeId,
  refundAmount: yen(one.amount),
  softDescriptor: null,
  statusDetails: statusDetails(one.status),
  creationTimestamp: stamp(one.createdAt),
  releaseEnvironment: 'Sandbox',
})
