import type { Call } from '../amazon.ts'
import { methodOf } from '../buyers.ts'
import { AmazonError } from '../errors.ts'
import { known, price, required } from '../fields.ts'
import { charge, MONTHLY_LIMIT, openPermission } from '../ledger.ts'
import { mergeSession, openSession, saveSession, sessionBody, sessionOf } from '../session.ts'

export const createSession: Call = (amazon, _id, body) => {
  const session = openSession(amazon, body, 'PayAndShip')
  saveSession(amazon, session)
  return { status: 201, body: sessionBody(amazon, session) }
}

export const getSession: Call = (amazon, id) => ({ status: 200, body: sessionBody(amazon, sessionOf(amazon, id)) })

export const updateSession: Call = (amazon, id, body) => {
  known(body, ['webCheckoutDetails', 'paymentDetails', 'merchantMetadata', 'recurringMetadata'])
  const session = sessionOf(amazon, id)
  if (session.status.state !== 'Open') throw new AmazonError('InvalidCheckoutSessionStatus', session.status.state)
  const changed = structuredClone(session)
  mergeSession(changed, body)
  // After a change of the amount, the buyer must be redirected again.
  changed.processed = false
  saveSession(amazon, changed)
  return { status: 200, body: sessionBody(amazon, changed) }
}

/** The buyer is back: starts the permission and makes the requested charge. */
export const completeSession: Call = (amazon, id, body) => {
  known(body, ['chargeAmount', 'totalOrderAmount', 'shippingAddress', 'supplementaryData'])
  const session = sessionOf(amazon, id)
  if (session.status.state === 'Canceled')
    throw new AmazonError('CheckoutSessionCanceled', session.status.reasonCode ?? '')
  if (session.status.state !== 'Open' || !session.processed)
    throw new AmazonError('InvalidCheckoutSessionStatus', session.status.state)
  const amount = required(price(body, 'chargeAmount'), 'chargeAmount')
  const { chargeAmount, paymentIntent, canHandlePendingAuthorization } = session.paymentDetails
  if (Number((chargeAmount as { amount: string }).amount) !== amount) throw new AmazonError('AmountMismatch')
  if (methodOf(session.buyerId, session.methodId)?.behaviour === 'pending' && canHandlePendingAuthorization !== true) {
    const at = amazon.now().toISOString()
    saveSession(amazon, { ...session, status: { state: 'Canceled', reasonCode: 'Declined', at } })
    throw new AmazonError('TransactionTimedOut')
  }
  if (session.chargePermissionType === 'Recurring' && amount > MONTHLY_LIMIT)
    throw new AmazonError('PeriodicAmountExceeded', 'chargeAmount')
  const permission = openPermission(amazon, session)
  const made =
    paymentIntent === 'Confirm'
      ? undefined
      : charge(amazon, permission, {
          amount,
          captureNow: paymentIntent === 'AuthorizeWithCapture',
          canPend: canHandlePendingAuthorization === true,
          merchantMetadata: session.merchantMetadata,
          isFirst: true,
        })
  const completed = {
    ...session,
    status: { state: 'Completed', reasonCode: null, at: amazon.now().toISOString() },
    chargePermissionId: permission.chargePermissionId,
    chargeId: made?.chargeId ?? null,
  }
  saveSession(amazon, completed)
  const isPending = made?.status.state === 'AuthorizationInitiated'
  return { status: isPending ? 202 : 200, body: sessionBody(amazon, completed) }
}
