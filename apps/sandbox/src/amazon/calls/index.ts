import type { Call } from '../amazon.ts'
import { closePermission, getPermission, updatePermission } from './charge-permissions.ts'
import { cancelCharge, captureCharge, createCharge, getCharge } from './charges.ts'
import { completeSession, createSession, getSession, updateSession } from './checkout-sessions.ts'
import { createRefund, getRefund } from './refunds.ts'

type Route = { name: string; method: string; path: RegExp; call: Call; isKeyed?: boolean }

/** Every call with its path behind `/v2/`; calls marked as keyed take an idempotency key. */
export const ROUTES: readonly Route[] = [
  { name: 'createCheckoutSession', method: 'POST', path: /^checkoutSessions$/, call: createSession, isKeyed: true },
  { name: 'getCheckoutSession', method: 'GET', path: /^checkoutSessions\/([\w-]+)$/, call: getSession },
  { name: 'updateCheckoutSession', method: 'PATCH', path: /^checkoutSessions\/([\w-]+)$/, call: updateSession },
  {
    name: 'completeCheckoutSession',
    method: 'POST',
    path: /^checkoutSessions\/([\w-]+)\/complete$/,
    call: completeSession,
  },
  { name: 'getChargePermission', method: 'GET', path: /^chargePermissions\/([\w-]+)$/, call: getPermission },
  { name: 'updateChargePermission', method: 'PATCH', path: /^chargePermissions\/([\w-]+)$/, call: updatePermission },
  {
    name: 'closeChargePermission',
    method: 'DELETE',
    path: /^chargePermissions\/([\w-]+)\/close$/,
    call: closePermission,
  },
  { name: 'createCharge', method: 'POST', path: /^charges$/, call: createCharge, isKeyed: true },
  { name: 'getCharge', method: 'GET', path: /^charges\/([\w-]+)$/, call: getCharge },
  { name: 'captureCharge', method: 'POST', path: /^charges\/([\w-]+)\/capture$/, call: captureCharge, isKeyed: true },
  { name: 'cancelCharge', method: 'DELETE', path: /^charges\/([\w-]+)\/cancel$/, call: cancelCharge },
  { name: 'createRefund', method: 'POST', path: /^refunds$/, call: createRefund, isKeyed: true },
  { name: 'getRefund', method: 'GET', path: /^refunds\/([\w-]+)$/, call: getRefund },
]
