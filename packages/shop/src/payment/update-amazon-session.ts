import type { Verb } from '../context.ts'
import { askAmazon } from './internal/ask-amazon.ts'
import { amazonFrequency } from './rules/amazon-frequency.ts'

/**
 * Before the confirmation: reports the subscription's frequency to Amazon and checks that the session is still valid.
 */
export const updateAmazonSession: Verb<'PATCH /v1/common/payment/amazon/v2/checkout-sessions/{id}/update'> = (
  ctx,
  { id, delivery_pattern },
) =>
  askAmazon(ctx, id, (port) =>
    delivery_pattern ? port.announce(id, amazonFrequency(delivery_pattern)) : port.session(id),
  )
