import { createHash } from 'node:crypto'
import type { Input } from '../../../context.ts'

/**
 * Returns a digest of the order behind an idempotency key: items, address, dates, method and total. The card may change
 * between attempts.
 */
export function requestDigest(input: Input<'POST /v1/order/public/new'>): string {
  const { items, shipping_address, delivery_id, delivery_date, delivery_time_id, delivery_pattern, payment_method_id } =
    input
  const meant = {
    items: items.map((one) => [one.product_sku_id, one.quantity]),
    address: Object.entries(shipping_address).sort(([a], [b]) => (a < b ? -1 : 1)),
    rest: [
      input.is_subscription,
      delivery_id,
      delivery_date,
      delivery_time_id,
      input.delivery_notes,
      payment_method_id,
      input.shown.payment_total,
    ],
    ...(input.wrapping && { wrapping: [input.wrapping.wrap, input.wrapping.noshi, input.wrapping.message_card] }),
    ...(input.coupon_codes?.length && { coupons: input.coupon_codes }),
    ...(input.second_way && { second: [input.second_way.payment_method_id, input.second_way.card_seq] }),
    ...(input.points && { points: input.points }),
    ...(input.landing_slug && { page: input.landing_slug }),
    pattern: delivery_pattern && [
      delivery_pattern.subscription_division_id,
      delivery_pattern.param1,
      delivery_pattern.param2,
      delivery_pattern.param3,
    ],
  }
  return createHash('sha256').update(JSON.stringify(meant)).digest('base64url')
}
