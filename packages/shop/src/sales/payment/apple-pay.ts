import type { Handler } from '../../context.ts'
import { consumeLimit } from '../../foundation/limit/index.ts'
import { shopUrl } from '../../foundation/setting/index.ts'
import { PaymentUnavailable } from '../../ports/payment-port.ts'
import { ShopError } from '../../shop-error.ts'

const refused = (status: 409 | 503, error: string) =>
  new ShopError(
    status,
    error,
    'ただいまApple Payをご利用いただけません。しばらくしてからもう一度お試しいただくか、ほかのお支払い方法をお選びください。',
  )

/** Opens a merchant session for one Apple Pay sheet. It is always for the shop's own address, whatever page asks. */
export const openMerchantSession: Handler<'POST /v1/common/payment/apple-pay/merchant-session'> = async (
  ctx,
  { validation_url },
) => {
  await consumeLimit(ctx, 'apple_pay', { address: ctx.ip })
  const domain = new URL(shopUrl(ctx.settings, ctx.shop_id)).hostname
  const merchant_session = await ctx.ports.apple_pay
    ?.merchantSession(validation_url, domain)
    .catch((error: unknown) => {
      if (!(error instanceof PaymentUnavailable)) throw error
      ctx.log.warn({ info: error.info }, 'no session from Apple Pay')
      throw refused(503, 'ERROR_PAYMENT_UNAVAILABLE')
    })
  if (!merchant_session) throw refused(409, 'ERROR_PAYMENT_NOT_OFFERED')
  return { merchant_session }
}
