import { userMessage } from '@kushi/values/user-message'
import type { Answer, Context } from '../../context.ts'
import { takeLimit } from '../../limit/index.ts'
import { ShopError } from '../../shop-error.ts'
import type { AmazonPort, AmazonSession } from '../amazon-port.ts'
import { PaymentRefused, PaymentUnavailable } from '../payment-port.ts'
import { addressFromAmazon, splitName } from '../rules/amazon-address.ts'

/** @throws ShopError if this installation has no Amazon Pay. */
export function amazonOf({ ports, settings }: Context) {
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
export async function askAmazon(
  ctx: Context,
  id: string,
  ask: (port: AmazonPort) => Promise<AmazonSession | null>,
): Promise<Answer<'GET /v1/common/payment/amazon/v2/checkout-sessions/{id}'>> {
  await takeLimit(ctx, 'amazon', { address: ctx.ip })
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
