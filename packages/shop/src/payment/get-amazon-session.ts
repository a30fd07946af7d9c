import type { Verb } from '../context.ts'
import { askAmazon } from './internal/ask-amazon.ts'

/** Name, address, e-mail and payment method that the customer chose at Amazon, in our fields. */
export const getAmazonSession: Verb<'GET /v1/common/payment/amazon/v2/checkout-sessions/{id}'> = (ctx, { id }) =>
  askAmazon(ctx, id, (port) => port.session(id))
