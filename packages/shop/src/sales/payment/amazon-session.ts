import { userMessage } from '@kushi/values/user-message'
import { splitName } from '@kushi/values/written-address'
import type { Answer, Context, Handler } from '../../context.ts'
import { consumeLimit } from '../../foundation/limit/index.ts'
import { shopUrl } from '../../foundation/setting/index.ts'
import type { AmazonCheckout, AmazonPort } from '../../ports/amazon-port.ts'
import { PaymentRefused, PaymentUnavailable } from '../../ports/payment-port.ts'
import { ShopError } from '../../shop-error.ts'
import { addressFromAmazon, amazonFrequency } from './rules/amazon-address.ts'

/** @throws ShopError if this installation has no Amazon Pay. */
function amazonOf({ ports, settings }: Context) {
  if (!ports.amazon || !settings.amazon)
    throw new ShopError(
      409,
      'ERROR_PAYMENT_NOT_OFFERED',
      'Amazon Payはご利用いただけません。ほかのお支払い方法をお選びください。',
    )
  return { port: ports.amazon, client: settings.amazon }
}

const unavailable = () =>
  new ShopError(
    503,
    'ERROR_PAYMENT_UNAVAILABLE',
    'ただいまAmazon Payをご利用いただけません。しばらくしてからもう一度お試しいただくか、ほかのお支払い方法をお選びください。',
  )

/** The error's name in the specification. */
const sessionExpired = () => new ShopError(409, 'BuyerSessionExpired', userMessage('amazon_pay_session_expired'))

/**
 * Calls `ask` and returns what the customer chose at Amazon. The session id is the only key: a caller who has it may
 * read the session, and the rate limit prevents guessing.
 * @throws ShopError BuyerSessionExpired, ERROR_PAYMENT_NOT_OFFERED, ERROR_PAYMENT_UNAVAILABLE, ERROR_TOO_MANY_REQUESTS
 */
async function askAmazon(
  ctx: Context,
  id: string,
  ask: (port: AmazonPort) => Promise<AmazonCheckout | null>,
): Promise<Answer<'GET /v1/common/payment/amazon/v2/checkout-sessions/{id}'>> {
  await consumeLimit(ctx, 'amazon', { address: ctx.ip })
  const { port } = amazonOf(ctx)
  const session = await ask(port).catch((error: unknown) => {
    if (error instanceof PaymentRefused) throw sessionExpired()
    if (!(error instanceof PaymentUnavailable)) throw error
    ctx.log.warn({ info: error.info }, 'no answer from Amazon Pay')
    throw unavailable()
  })
  if (!session?.is_open) throw sessionExpired()
  return {
    checkout_session_id: id,
    is_subscription: session.is_subscription,
    ...splitName(session.name),
    email: session.email,
    address: session.address && addressFromAmazon(session.address),
    payment_descriptor: session.payment_descriptor,
  }
}

/** Returns the signed payload of the Amazon button. The return URLs are set here, never by the browser. */
export const signAmazonButton: Handler<'POST /v1/common/payment/amazon/v2/generate-button-signature'> = async (
  ctx,
  { is_subscription, placement, delivery_pattern },
) => {
  await consumeLimit(ctx, 'amazon', { address: ctx.ip })
  const { port, client } = amazonOf(ctx)
  const base = `${shopUrl(ctx.settings, ctx.shop_id)}/sh`
  const kind = is_subscription ? 'periodic' : 'normal'
  const signed = port.button({
    review_url: `${base}/redirect/amazon?kind=${kind}`,
    cancel_url: placement === 'Cart' ? `${base}/cart` : `${base}/${kind}-purchase`,
    frequency: is_subscription ? amazonFrequency(delivery_pattern) : null,
  })
  return {
    ...signed,
    algorithm: 'AMZN-PAY-RSASSA-PSS-V2',
    merchant_id: client.merchant_id,
    public_key_id: client.public_key_id,
  }
}

/**
 * お届け先 for clients of the first generation. Their billing agreement is a checkout session now. A consent token is no
 * longer needed.
 */
export const getAmazonAddress: Handler<'POST /v1/common/payment/amazon/address'> = async (ctx, input) => {
  const id = input.amazon_billing_agreement_id
  const { address } = await askAmazon(ctx, id, (port) => port.session(id))
  if (!address) throw new ShopError(409, 'BuyerSessionExpired', userMessage('amazon_pay_session_expired'))
  return address
}

/**
 * Before the confirmation: reports the subscription's frequency to Amazon and checks that the session is still valid.
 */
export const updateAmazonSession: Handler<'PATCH /v1/common/payment/amazon/v2/checkout-sessions/{id}/update'> = (
  ctx,
  { id, delivery_pattern },
) =>
  askAmazon(ctx, id, (port) =>
    delivery_pattern ? port.announce(id, amazonFrequency(delivery_pattern)) : port.session(id),
  )

/** Name, address, e-mail and payment method that the customer chose at Amazon, in our fields. */
export const getAmazonSession: Handler<'GET /v1/common/payment/amazon/v2/checkout-sessions/{id}'> = (ctx, { id }) =>
  askAmazon(ctx, id, (port) => port.session(id))
