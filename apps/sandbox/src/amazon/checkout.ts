import { Hono } from 'hono'
import type { Env } from '../core/faults.ts'
import { readBody } from '../core/script-routes.ts'
import type { Amazon } from './amazon.ts'
import { addressOf, buyerOf, methodOf } from './buyers.ts'
import type { Json, Session } from './entities.ts'
import { AmazonError, meaningOf } from './errors.ts'
import { changePage, confirmPage, declinedPage, errorPage, signInPage } from './pages.ts'
import { cancelSession, constraintsOf, openSession, saveSession, sessionOf } from './session.ts'
import { isButtonSigned } from './signature.ts'

type Fields = Record<string, string>

const back = (url: string | undefined, session: Session) => {
  const target = new URL(url ?? session.webCheckoutDetails.checkoutReviewReturnUrl ?? '')
  target.searchParams.set('amazonCheckoutSessionId', session.checkoutSessionId)
  return new Response(null, { status: 303, headers: { Location: target.href, 'Referrer-Policy': 'no-referrer' } })
}

/** A button was pressed: its payload must carry the merchant's signature. */
function initiate(amazon: Amazon, fields: Fields): Response {
  const { merchantId, publicKeyId, productType = '', payloadJSON = '', signature = '', algorithm } = fields
  if (merchantId !== amazon.config.merchantId) throw new AmazonError('InvalidAccountStatus', 'merchantId')
  if (publicKeyId !== amazon.config.publicKeyId) throw new AmazonError('InvalidAuthentication', 'publicKeyId')
  if (algorithm !== 'AMZN-PAY-RSASSA-PSS-V2') throw new AmazonError('InvalidParameterValue', 'algorithm')
  if (!isButtonSigned(amazon.config, payloadJSON, signature)) throw new AmazonError('InvalidRequestSignature', 'button')
  if (productType !== 'PayAndShip' && productType !== 'PayOnly')
    throw new AmazonError('InvalidParameterValue', 'productType')
  const session = openSession(amazon, JSON.parse(payloadJSON) as Json, productType)
  saveSession(amazon, session)
  return signInPage(session)
}

function open(amazon: Amazon, id: string | undefined): Session {
  const session = sessionOf(amazon, id ?? '')
  if (session.status.state !== 'Open') throw new AmazonError('InvalidCheckoutSessionStatus', session.status.state)
  return session
}

/** The buyer signs in and selects payment method and address, or changes one of them. */
function choose(amazon: Amazon, fields: Fields): Response {
  const session = open(amazon, fields.id)
  const buyer = buyerOf(session.buyerId ?? fields.buyer ?? '')
  if (buyer === undefined) throw new AmazonError('UnauthorizedAccess')
  const changed = {
    ...session,
    buyerId: buyer.id,
    addressId: addressOf(buyer, fields.address ?? session.addressId)?.id ?? '',
    methodId: methodOf(buyer.id, fields.method ?? session.methodId)?.id ?? '',
    processed: false,
  }
  saveSession(amazon, changed)
  return back(session.webCheckoutDetails.checkoutReviewReturnUrl, changed)
}

/** The target of `amazonPayRedirectUrl`: redirects to the shop at once, unless the bank requires a step. */
function processing(amazon: Amazon, session: Session): Response {
  if (constraintsOf(session).length > 0) throw new AmazonError('InvalidCheckoutSessionStatus', 'constraints')
  const method = methodOf(session.buyerId, session.methodId)
  if (method?.behaviour === 'mfa' && !session.processed) return confirmPage(session, method)
  if (method?.behaviour === 'declined') {
    const others = buyerOf(session.buyerId)?.methods.filter((one) => one.behaviour !== 'declined') ?? []
    return declinedPage(session, method, others)
  }
  saveSession(amazon, { ...session, processed: true })
  return back(session.webCheckoutDetails.checkoutResultReturnUrl, session)
}

function confirm(amazon: Amazon, fields: Fields): Response {
  const session = open(amazon, fields.id)
  if (fields.action === 'confirm') return processing(amazon, { ...session, processed: true })
  if (fields.action === 'other') return processing(amazon, { ...session, methodId: fields.method ?? '' })
  cancelSession(amazon, session, fields.action === 'declined' ? 'Declined' : 'BuyerCanceled')
  return back(session.webCheckoutDetails.checkoutResultReturnUrl, session)
}

function cancel(amazon: Amazon, fields: Fields): Response {
  const session = open(amazon, fields.id)
  cancelSession(amazon, session, 'BuyerCanceled')
  const { checkoutCancelUrl, checkoutReviewReturnUrl } = session.webCheckoutDetails
  if (checkoutCancelUrl === undefined) return back(checkoutReviewReturnUrl, session)
  return new Response(null, { status: 303, headers: { Location: checkoutCancelUrl } })
}

function change(amazon: Amazon, id: string | undefined, action: string | undefined): Response {
  const session = open(amazon, id)
  const buyer = buyerOf(session.buyerId)
  if (buyer === undefined || (action !== 'changeAddress' && action !== 'changePayment'))
    throw new AmazonError('InvalidParameterValue', 'changeAction')
  return changePage(session, buyer, action)
}

/** The pages at Amazon that a buyer sees. */
export function checkoutRoutes(amazon: Amazon): Hono<Env> {
  const posted = (work: (amazon: Amazon, fields: Fields) => Response) => async (c: { req: { raw: Request } }) => {
    const fields = await readBody(c.req.raw)
    return amazon.store.atomic(() => work(amazon, fields))
  }
  const routes = new Hono<Env>()
    .post('/initiate', posted(initiate))
    .post('/choose', posted(choose))
    .post('/confirm', posted(confirm))
    .post('/cancel', posted(cancel))
    .get('/change', (c) => change(amazon, c.req.query('amazonCheckoutSessionId'), c.req.query('changeAction')))
    .get('/processing', (c) => processing(amazon, open(amazon, c.req.query('amazonCheckoutSessionId'))))
  routes.onError((error) => {
    if (error instanceof AmazonError) return errorPage(error.reasonCode, meaningOf(error.reasonCode))
    if (error instanceof SyntaxError) return errorPage('InvalidRequestFormat', meaningOf('InvalidRequestFormat'))
    throw error
  })
  return routes
}
