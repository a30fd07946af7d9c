import { randomUUID } from 'node:crypto'
import type { Amazon } from './amazon.ts'
import { later, stamp, statusDetails } from './amazon.ts'
import { type Address, addressOf, buyerOf, methodOf } from './buyers.ts'
import type { Json, Session } from './entities.ts'
import { AmazonError } from './errors.ts'
import { known, merchantMetadata, object, price, recurringMetadata, required, returnUrl, text } from './fields.ts'

/** Days after which an unfinished session expires. */
const LIFETIME = 1

export function saveSession(amazon: Amazon, session: Session): void {
  amazon.entities.sessions.put(session.checkoutSessionId, session)
}

/** The session in its current state: canceled if it was not finished in 24 hours. */
export function sessionOf(amazon: Amazon, id: string): Session {
  const session = amazon.entities.sessions.get(id)
  if (session === undefined) throw new AmazonError('ResourceNotFound', 'checkoutSessionId')
  const end = later(session.createdAt, LIFETIME)
  if (session.status.state !== 'Open' || amazon.now().toISOString() < end) return session
  const expired: Session = { ...session, status: { state: 'Canceled', reasonCode: 'Expired', at: end } }
  saveSession(amazon, expired)
  return expired
}

export function cancelSession(amazon: Amazon, session: Session, reasonCode: string): void {
  saveSession(amazon, { ...session, status: { state: 'Canceled', reasonCode, at: amazon.now().toISOString() } })
}

const CREATE = [
  'webCheckoutDetails',
  'storeId',
  'scopes',
  'chargePermissionType',
  'recurringMetadata',
  'deliverySpecifications',
  'paymentDetails',
  'merchantMetadata',
  'platformId',
]

/** Creates a session from the payload of a button or of `POST checkoutSessions`; no buyer has signed in yet. */
export function openSession(amazon: Amazon, body: Json, productType: string): Session {
  known(body, CREATE)
  if (required(text(body, 'storeId', 200), 'storeId') !== amazon.config.storeId)
    throw new AmazonError('InvalidParameterValue', 'storeId')
  const type = text(body, 'chargePermissionType', 20) ?? 'OneTime'
  if (type !== 'OneTime' && type !== 'Recurring') throw new AmazonError('InvalidParameterValue', 'chargePermissionType')
  const details = required(object(body, 'webCheckoutDetails'), 'webCheckoutDetails')
  required(returnUrl(details, 'checkoutReviewReturnUrl'), 'webCheckoutDetails.checkoutReviewReturnUrl')
  const at = amazon.now().toISOString()
  const session: Session = {
    checkoutSessionId: randomUUID(),
    buyerId: null,
    addressId: '',
    methodId: '',
    productType,
    chargePermissionType: type,
    webCheckoutDetails: {},
    paymentDetails: {},
    recurringMetadata: null,
    merchantMetadata: {},
    deliverySpecifications: object(body, 'deliverySpecifications') ?? null,
    status: { state: 'Open', reasonCode: null, at },
    processed: false,
    chargePermissionId: null,
    chargeId: null,
    createdAt: at,
  }
  mergeSession(session, body)
  if (type === 'Recurring') required(session.recurringMetadata ?? undefined, 'recurringMetadata')
  return session
}

/** Merges an update into the session; fields that it does not name stay. */
export function mergeSession(session: Session, body: Json): void {
  const web = object(body, 'webCheckoutDetails')
  if (web !== undefined) {
    known(
      web,
      ['checkoutReviewReturnUrl', 'checkoutResultReturnUrl', 'checkoutCancelUrl', 'checkoutMode'],
      'webCheckoutDetails.',
    )
    for (const name of ['checkoutReviewReturnUrl', 'checkoutResultReturnUrl', 'checkoutCancelUrl']) {
      const url = returnUrl(web, name)
      if (url !== undefined) session.webCheckoutDetails[name] = url
    }
  }
  const payment = object(body, 'paymentDetails')
  if (payment !== undefined) session.paymentDetails = { ...session.paymentDetails, ...paymentDetails(payment) }
  session.recurringMetadata = recurringMetadata(body) ?? session.recurringMetadata
  session.merchantMetadata = { ...session.merchantMetadata, ...merchantMetadata(body) }
}

function paymentDetails(details: Json): Json {
  known(
    details,
    [
      'paymentIntent',
      'canHandlePendingAuthorization',
      'chargeAmount',
      'totalOrderAmount',
      'softDescriptor',
      'presentmentCurrency',
      'allowOvercharge',
      'extendExpiration',
    ],
    'paymentDetails.',
  )
  const intent = text(details, 'paymentIntent', 30)
  if (intent !== undefined && !['Confirm', 'Authorize', 'AuthorizeWithCapture'].includes(intent))
    throw new AmazonError('InvalidParameterValue', 'paymentDetails.paymentIntent')
  if (text(details, 'softDescriptor', 16) !== undefined && intent !== 'AuthorizeWithCapture')
    throw new AmazonError('InvalidParameterCombination', 'paymentDetails.softDescriptor')
  price(details, 'chargeAmount')
  price(details, 'totalOrderAmount')
  return details
}

const jpAddress = (address: Address): Json => ({
  name: address.name,
  addressLine1: address.addressLine1,
  addressLine2: address.addressLine2,
  addressLine3: address.addressLine3,
  city: null,
  county: null,
  district: null,
  stateOrRegion: address.stateOrRegion,
  postalCode: address.postalCode,
  countryCode: 'JP',
  phoneNumber: address.phoneNumber,
})

/** What the merchant still has to provide before the buyer can be redirected. */
export function constraintsOf(session: Session): { constraintId: string; description: string }[] {
  const { chargeAmount, paymentIntent } = session.paymentDetails
  const missing: [string, boolean][] = [
    ['ChargeAmountNotSet', chargeAmount === undefined],
    ['CheckoutResultReturnUrlNotSet', session.webCheckoutDetails.checkoutResultReturnUrl === undefined],
    ['PaymentIntentNotSet', paymentIntent === undefined],
    ['BuyerNotAssociated', session.buyerId === null],
  ]
  return missing.flatMap(([constraintId, isMissing]) =>
    isMissing ? [{ constraintId, description: constraintId }] : [],
  )
}

/** A session in the API's format. Its buyer is shown only while it is open. */
export function sessionBody(amazon: Amazon, session: Session): Json {
  const buyer = session.status.state === 'Open' ? buyerOf(session.buyerId) : undefined
  const address = buyer === undefined ? undefined : addressOf(buyer, session.addressId)
  const method = buyer === undefined ? undefined : methodOf(session.buyerId, session.methodId)
  const constraints = constraintsOf(session)
  const isReady = session.status.state === 'Open' && constraints.length === 0
  const redirect = `${amazon.publicUrl()}/sandbox/amazon/checkout/processing?amazonCheckoutSessionId=${session.checkoutSessionId}`
  return {
    checkoutSessionId: session.checkoutSessionId,
    webCheckoutDetails: {
      checkoutReviewReturnUrl: session.webCheckoutDetails.checkoutReviewReturnUrl ?? null,
      checkoutResultReturnUrl: session.webCheckoutDetails.checkoutResultReturnUrl ?? null,
      checkoutCancelUrl: session.webCheckoutDetails.checkoutCancelUrl ?? null,
      amazonPayRedirectUrl: isReady ? redirect : null,
    },
    productType: session.productType,
    chargePermissionType: session.chargePermissionType,
    recurringMetadata: session.recurringMetadata,
    paymentDetails: session.paymentDetails,
    merchantMetadata: session.merchantMetadata,
    deliverySpecifications: session.deliverySpecifications,
    buyer:
      buyer === undefined
        ? null
        : {
            buyerId: `amzn1.account.${buyer.id}`,
            name: buyer.name,
            email: buyer.email,
            phoneNumber: address?.phoneNumber ?? null,
            primeMembershipTypes: null,
          },
    shippingAddress: session.productType === 'PayAndShip' && address !== undefined ? jpAddress(address) : null,
    billingAddress: null,
    paymentPreferences: [{ paymentDescriptor: method?.descriptor ?? null }],
    constraints,
    statusDetails: statusDetails(session.status),
    chargePermissionId: session.chargePermissionId,
    chargeId: session.chargeId,
    storeId: amazon.config.storeId,
    platformId: null,
    providerMetadata: { providerReferenceId: null },
    creationTimestamp: stamp(session.createdAt),
    expirationTimestamp: stamp(later(session.createdAt, LIFETIME)),
    releaseEnvironment: 'Sandbox',
  }
}
