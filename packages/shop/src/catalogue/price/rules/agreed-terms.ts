import type { AgreedTerms, PaymentFee, PriceTerms } from '@kushi/values/price-terms'
import type { Yen } from '@kushi/values/yen'
import { feeForTotal } from './payment-fee.ts'

/**
 * What was agreed, as far as it holds for what the member has chosen since: another address, payment or delivery method,
 * and another parcel because of other goods, have the terms of today (`now`). A method that the shop no longer shows, or
 * that no longer carries the same goods, is the shop's doing: the fee stays.
 */
export function applicableAgreedTerms(
  agreed: AgreedTerms | null | undefined,
  now: AgreedTerms,
  visible: readonly number[],
): AgreedTerms {
  if (!agreed) return now
  const isSame = (...keys: (keyof AgreedTerms)[]) => keys.every((key) => agreed[key] === now[key])
  const isCarried = isSame('carried_by') || isSame('goods') || !visible.includes(agreed.carried_by)
  const isThere = isSame('delivery_id', 'pref_id', 'is_remote_island') && isCarried
  const { delivery_free_amount, delivery_free_after_promotions, most_promotion_rate, rank_discount_rate } = agreed
  return {
    ...now,
    ...{ delivery_free_amount, delivery_free_after_promotions, most_promotion_rate, rank_discount_rate },
    delivery_fee: isThere ? agreed.delivery_fee : now.delivery_fee,
    payment_fees: isSame('payment_method_id') ? agreed.payment_fees : now.payment_fees,
  }
}

/** The key under which agreed terms store the goods that they were agreed for. */
export const goodsKey = (items: readonly { product_sku_id: number; quantity: number }[]): string =>
  items
    .map(({ product_sku_id, quantity }) => `${product_sku_id}x${quantity}`)
    .sort()
    .join()

/** Combines two sets of price terms: each term has the value that is better for the buyer. */
export function betterPriceTerms(one: PriceTerms, other: PriceTerms): PriceTerms {
  const frees = [one.delivery_free_amount, other.delivery_free_amount].filter((free) => free !== null)
  return {
    delivery_fee: Math.min(one.delivery_fee, other.delivery_fee),
    delivery_free_amount: frees.length === 0 ? null : Math.min(...frees),
    delivery_free_after_promotions: one.delivery_free_after_promotions && other.delivery_free_after_promotions,
    payment_fees: lowestFees(one.payment_fees, other.payment_fees),
    most_promotion_rate: Math.max(one.most_promotion_rate, other.most_promotion_rate),
    rank_discount_rate: Math.max(one.rank_discount_rate, other.rank_discount_rate),
  }
}

function lowestFees(one: readonly PaymentFee[], other: readonly PaymentFee[]): PaymentFee[] {
  const steps = new Set<Yen>([...one, ...other].map(({ from_amount }) => from_amount))
  return [...steps].map((from_amount) => ({
    from_amount,
    fee: Math.min(feeForTotal(one, from_amount), feeForTotal(other, from_amount)),
  }))
}
