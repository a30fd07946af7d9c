import type { Amounts } from '@kushi/contract/quote'
import { mapOrderAmounts } from '@kushi/values/order-amounts'
import type { PriceTerms } from '@kushi/values/price-terms'
import type { Yen } from '@kushi/values/yen'
import type { GivenGift, PromotionResult } from '../../promotion/rules/apply-promotions.ts'
import { betterPriceTerms } from './agreed-terms.ts'
import type { PricedItem, PricedSku, PriceInput, PriceState, TotalRefusal } from './price-state.ts'
import { goodsTowardFreeDelivery, priceSteps } from './price-steps.ts'

/** The price of one delivery: its items, amounts, promotions and gifts. */
export interface PricedOrder {
  /** One per item of the input, in its order. */
  items: readonly PricedItem[]
  /** Yen, tax included. */
  amounts: Amounts
  /** The outcome of each promotion of this delivery, in the order in which they were applied. */
  promotions: readonly PromotionResult[]
  gifts: readonly GivenGift[]
  /** The part of the discount by promotions. */
  promotion_discount: Yen
  /** Points that it may take. */
  usable_points: number
  /** Not null: the total may be shown but never ordered. */
  refusal: TotalRefusal | null
  /** The terms for free delivery by which the order was priced. */
  by: Pick<PriceInput, 'delivery_free_amount' | 'delivery_free_after_promotions'>
}

const nothing: Omit<PriceState, 'items'> = {
  ...mapOrderAmounts(() => 0),
  discounts: [],
  payment_total: 0,
  tax_total: 0,
  tax_lines: [],
  promotions: [],
  gifts: [],
  promotion_discount: 0,
  waives: { delivery_fee: false, payment_fee: false },
  usable_points: 0,
  refusal: null,
}

/**
 * Prices one delivery. The only place where the shop calculates prices: quotes, orders and each delivery of a
 * subscription use it, so that the amount shown is the amount charged. A contract pays the lowest of three totals: by
 * the agreed terms, by today's terms, and by the better of both in each term. So no setting makes it more expensive,
 * and a lower price counts at once.
 */
export function priceOrder({ agreed, ...today }: PriceInput): PricedOrder {
  if (!agreed) return priceBy(today)
  const terms = [agreed, betterPriceTerms(termsOf(today), agreed)]
  return [today, ...terms.map((one) => ({ ...today, ...inputOf(one) }))]
    .map((input) => ({ ...input, keeps_gifts: true }))
    .map(priceBy)
    .reduce((least, one) => (one.amounts.payment_total < least.amounts.payment_total ? one : least))
}

/** The terms of a price, and the price by them. */
const termsOf = ({ delivery, payment_fees, ...input }: Omit<PriceInput, 'agreed'>): PriceTerms => ({
  ...input,
  delivery_fee: delivery.flat_rate_delivery_fee,
  cool_fee: delivery.cool_fee,
  payment_fees: payment_fees ?? [],
})

const inputOf = (terms: PriceTerms) => ({
  delivery: { flat_rate_delivery_fee: terms.delivery_fee, cool_fee: terms.cool_fee },
  delivery_free_amount: terms.delivery_free_amount,
  delivery_free_after_promotions: terms.delivery_free_after_promotions,
  delivery_free_includes_cool: terms.delivery_free_includes_cool,
  payment_fees: terms.payment_fees,
  most_promotion_rate: terms.most_promotion_rate,
  rank_discount_rate: terms.rank_discount_rate,
})

function priceBy(input: Omit<PriceInput, 'agreed'>): PricedOrder {
  const start: PriceState = {
    ...nothing,
    items: input.items.map(() => ({
      price: 0,
      following_price: 0,
      subtotal: 0,
      discount_amount: 0,
      promotions: [],
      part_amounts: [],
      point_discount: 0,
    })),
  }
  const {
    items,
    refusal,
    promotions,
    gifts,
    promotion_discount,
    waives: _,
    usable_points,
    ...amounts
  } = priceSteps.reduce((state, [, step]) => step(state, input), start)
  return { items, amounts, promotions, gifts, promotion_discount, usable_points, refusal, by: input }
}

/** Deliveries of a subscription that cost the same; `to_cycle` null: all further ones. */
export interface PricedCycleRange {
  from_cycle: number
  to_cycle: number | null
  priced: PricedOrder
}

/**
 * Prices the later deliveries of a subscription. Deliveries with the same promotions and amounts are one range; the
 * last range has no end.
 */
export function priceLaterDeliveries({ following_payment_fees, ...first }: PriceInput): PricedCycleRange[] {
  const input = { ...first, payment_fees: following_payment_fees ?? first.payment_fees }
  const next = input.cycle + 1
  const changes = input.promotions.flatMap(({ from_cycle, to_cycle }) => [from_cycle, (to_cycle ?? 0) + 1])
  const starts = [...new Set([next, ...changes.filter((cycle) => cycle > next)])].sort((a, b) => a - b)
  const phases: PricedCycleRange[] = []
  for (const from_cycle of starts) {
    const priced = priceOrder({ ...input, cycle: from_cycle })
    const before = phases.at(-1)
    if (before && isSamePrice(before.priced, priced)) continue
    if (before) before.to_cycle = from_cycle - 1
    phases.push({ from_cycle, to_cycle: null, priced })
  }
  return phases
}

const isSamePrice = (one: PricedOrder, other: PricedOrder) =>
  JSON.stringify([one.amounts, one.items, one.gifts]) === JSON.stringify([other.amounts, other.items, other.gifts])

/** Prices of single items in a cart (yen, tax included), without rank discount, delivery or fees. */
export function priceItems(items: readonly PricedSku[]): readonly PricedItem[] {
  return priceOrder({
    items,
    cycle: 1,
    rank_discount_rate: 0,
    promotions: [],
    gifts: [],
    delivery: { flat_rate_delivery_fee: 0, cool_fee: 0 },
    delivery_free_amount: null,
    delivery_free_after_promotions: false,
    delivery_free_includes_cool: false,
    most_promotion_rate: 100,
    payment_fees: null,
    adjustment_amount: 0,
    points: null,
  }).items
}

/**
 * Yen of goods still missing for free delivery (「あと○○円で送料無料」). 0 if delivery is free already for any reason, or if the
 * shop has no threshold.
 */
export function amountUntilFreeDelivery({ items, amounts, promotion_discount, by }: PricedOrder): Yen {
  const { delivery_free_amount: free } = by
  if (free === null || (items.length > 0 && amounts.delivery_fee === 0)) return 0
  return Math.max(0, free - goodsTowardFreeDelivery({ ...amounts, promotion_discount }, by))
}
