import type { CalendarDate } from '@kushi/values/calendar-date'
import type { AgreedTerms, PaymentFee, PriceTerms, StoredAgreedTerms } from '@kushi/values/price-terms'
import type { Yen } from '@kushi/values/yen'
import { feeForTotal } from './payment-fee.ts'

/**
 * Returns the agreed terms as far as they still apply. A new address, payment or delivery method, or another parcel
 * because of other goods, have today's terms (`now`). If the shop hides the method, or it no longer carries the same
 * goods, the agreed fee stays. So does クール代 for the same number of cooled parcels; terms from before クール代 have none for
 * the same goods.
 */
export function applicableAgreedTerms(
  agreed: StoredAgreedTerms | null | undefined,
  now: AgreedTerms,
  visible: readonly number[],
): AgreedTerms {
  if (!agreed) return now
  const { next } = agreed
  return {
    ...now,
    ...termsFor(agreed, agreed, now, visible),
    ...(next && { next: { ...next, terms: termsFor(agreed, next.terms, now, visible) } }),
  }
}

/** Returns these terms, agreed for `choices`, as far as they apply to the choices of `now`. */
function termsFor(
  choices: StoredAgreedTerms,
  terms: Pick<StoredAgreedTerms, keyof PriceTerms>,
  now: AgreedTerms,
  visible: readonly number[],
): PriceTerms {
  const isSame = (...keys: (keyof AgreedTerms)[]) => keys.every((key) => choices[key] === now[key])
  const isCarried = isSame('carried_by') || isSame('goods') || !visible.includes(choices.carried_by)
  const isThere = isSame('delivery_id', 'pref_id', 'is_remote_island') && isCarried
  const isCooledAlike = isThere && (isSame('goods') || isSame('cool_parcels'))
  const { delivery_free_amount, delivery_free_after_promotions, most_promotion_rate, rank_discount_rate } = terms
  return {
    ...{ delivery_free_amount, delivery_free_after_promotions, most_promotion_rate, rank_discount_rate },
    delivery_free_includes_cool: terms.delivery_free_includes_cool ?? now.delivery_free_includes_cool,
    delivery_fee: isThere ? terms.delivery_fee : now.delivery_fee,
    cool_fee: isCooledAlike ? (terms.cool_fee ?? 0) : now.cool_fee,
    payment_fees: isSame('payment_method_id') ? terms.payment_fees : now.payment_fees,
  }
}

/** The agreed terms of a delivery on this day: those that the member agreed to from an earlier day on, if there are any. */
export const agreedTermsOnDay = ({ next, ...terms }: AgreedTerms, day: CalendarDate | undefined): PriceTerms =>
  next && day !== undefined && day >= next.from ? next.terms : terms

const CHOICES = ['delivery_id', 'pref_id', 'is_remote_island', 'payment_method_id', 'goods'] as const

/** Whether both terms were agreed for the same goods, destination, and ways of delivery and payment. */
export const haveSameTermChoices = (one: StoredAgreedTerms, other: StoredAgreedTerms | null): boolean =>
  other !== null && CHOICES.every((name) => one[name] === other[name])

/** The key under which agreed terms store the goods that they were agreed for. */
export const agreedGoodsKey = (items: readonly { product_sku_id: number; quantity: number }[]): string =>
  items
    .map(({ product_sku_id, quantity }) => `${product_sku_id}x${quantity}`)
    .sort()
    .join()

/** Combines two sets of price terms: each term has the value that is better for the buyer. */
export function betterPriceTerms(one: PriceTerms, other: PriceTerms): PriceTerms {
  const frees = [one.delivery_free_amount, other.delivery_free_amount].filter((free) => free !== null)
  return {
    delivery_fee: Math.min(one.delivery_fee, other.delivery_fee),
    cool_fee: Math.min(one.cool_fee, other.cool_fee),
    delivery_free_amount: frees.length === 0 ? null : Math.min(...frees),
    delivery_free_after_promotions: one.delivery_free_after_promotions && other.delivery_free_after_promotions,
    delivery_free_includes_cool: one.delivery_free_includes_cool || other.delivery_free_includes_cool,
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
