import { userMessage } from '@kushi/values/user-message'
import type { Verb } from '../context.ts'
import { ShopError } from '../shop-error.ts'
import { askAmazon } from './internal/ask-amazon.ts'

/**
 * お届け先 for clients of the first generation. Their billing agreement is a checkout session now. A consent token is no
 * longer needed.
 */
export const getAmazonAddress: Verb<'POST /v1/common/payment/amazon/address'> = async (ctx, input) => {
  const id = input.amazon_billing_agreement_id
  const { address } = await askAmazon(ctx, id, (port) => port.session(id))
  if (!address) throw new ShopError(409, 'BuyerSessionExpired', userMessage('amazon_pay_session_expired'))
  return address
}
