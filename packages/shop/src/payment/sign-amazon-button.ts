import type { Verb } from '../context.ts'
import { takeLimit } from '../limit/index.ts'
import { shopUrl } from '../setting/index.ts'
import { amazonOf } from './internal/ask-amazon.ts'
import { amazonFrequency } from './rules/amazon-frequency.ts'

/** Returns the signed payload of the Amazon button. The return URLs are set here, never by the browser. */
export const signAmazonButton: Verb<'POST /v1/common/payment/amazon/v2/generate-button-signature'> = async (
  ctx,
  { is_subscription, placement, delivery_pattern },
) => {
  await takeLimit(ctx, 'amazon', { address: ctx.ip })
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
