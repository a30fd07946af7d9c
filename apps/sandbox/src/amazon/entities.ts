import type { Collection, Store } from '../core/store.ts'

export type Json = Record<string, unknown>

/** State of an entity and its reason; `at` is ISO 8601. */
export type Status = { state: string; reasonCode: string | null; at: string }

export type Session = {
  checkoutSessionId: string
  /** null until a buyer signs in. */
  buyerId: string | null
  addressId: string
  methodId: string
  productType: string
  chargePermissionType: 'OneTime' | 'Recurring'
  webCheckoutDetails: Record<string, string>
  paymentDetails: Json
  recurringMetadata: Json | null
  merchantMetadata: Json
  deliverySpecifications: Json | null
  status: Status
  /** True once the buyer has passed through `amazonPayRedirectUrl`, so the session can be completed. */
  processed: boolean
  chargePermissionId: string | null
  chargeId: string | null
  createdAt: string
}

export type ChargePermission = {
  chargePermissionId: string
  type: 'OneTime' | 'Recurring'
  buyerId: string
  addressId: string
  methodId: string
  merchantMetadata: Json
  recurringMetadata: Json | null
  /** Limit for all charges together (OneTime) or for those of one month (Recurring). */
  amountLimit: number
  status: Status
  /** Number of soft declines so far, at most one. */
  softDeclines: number
  createdAt: string
}

export type Charge = {
  chargeId: string
  chargePermissionId: string
  amount: number
  captured: number
  refunded: number
  merchantMetadata: Json
  status: Status
  createdAt: string
  history: { at: string; state: string; reasonCode: string | null }[]
}

export type Refund = {
  refundId: string
  chargeId: string
  amount: number
  status: Status
  createdAt: string
}

export type Wire = {
  at: string
  method: string
  path: string
  /** The session, permission or charge that the message concerns. */
  about: string
  request: unknown
  status: number
  response: unknown
  fault: string
}

export type Entities = {
  sessions: Collection<Session>
  permissions: Collection<ChargePermission>
  /** By charge id; the permission is the second key. */
  charges: Collection<Charge>
  /** By refund id; the charge is the second key. */
  refunds: Collection<Refund>
  /** Request and response by idempotency key. */
  idempotency: Collection<{ sent: string; status: number; body: Json }>
  wire: Collection<Wire>
}

export function entities(store: Store): Entities {
  return {
    sessions: store.collection('amazon.sessions'),
    permissions: store.collection('amazon.permissions'),
    charges: store.collection('amazon.charges'),
    refunds: store.collection('amazon.refunds'),
    idempotency: store.collection('amazon.idempotency'),
    wire: store.collection('amazon.wire'),
  }
}
