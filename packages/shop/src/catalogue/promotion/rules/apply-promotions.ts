import type { PromotionDiscount, PromotionTerms } from '@kushi/values/promotion'
import type { EffectOutcome } from '@kushi/values/promotion/kind'
import { giftOfPromotion, promotionEffectPriority, splitPromotionEffect } from '@kushi/values/promotion/kinds'
import { sum } from '@kushi/values/sum'
import type { Yen } from '@kushi/values/yen'

/** An item before promotions. Yen, tax included. */
export interface PromotedItem {
  product_id: number
  /** 0 single purchase, 1 subscription. */
  subscription: number
  /** Pieces that the subtotal pays for; of a yearly payment those of all deliveries. */
  pieces: number
  subtotal: Yen
  /** Already taken off, by the member's rank. */
  discount_amount: Yen
}

/** The fees (yen) for delivery and payment, which a promotion may waive. */
export interface WaivableFees {
  delivery_fee: Yen
  payment_fee: Yen
}

type WaivedFees = Record<keyof WaivableFees, boolean>

/** A SKU that a promotion may give with this delivery. */
export interface GiftSku {
  product_sku_id: number
  /** The price of one piece in a single purchase, which is the gift's value. */
  price: Yen
  /** Pieces that can be given, besides those that are bought. */
  stock: number
  /** The delivery method can carry it with the goods. */
  fits: boolean
}

/** A gift that a promotion adds to a delivery, at 0 yen. */
export interface GivenGift {
  promotion_id: number
  promotion_name: string
  product_sku_id: number
  quantity: number
}

/**
 * The outcome of a promotion. `missing`: the goods cost less than its minimum. `no_goods`: the purchase has none of its
 * goods. `outdone`: another promotion of its group gives more. `no_gain`: it would give nothing. `sold_out`: its gift
 * is sold out. `no_room`: its gift does not fit the delivery method. `over_fifth`: its gift is worth more than the law
 * allows for the amount paid.
 */
export type PromotionOutcome = 'applied' | 'missing' | 'no_goods' | 'outdone' | EffectOutcome

/** The effect of a promotion in one delivery, or why it has none. */
export interface PromotionResult {
  terms: PromotionTerms
  outcome: PromotionOutcome
  /** Off goods, or the fee that it waives. */
  discount_amount: Yen
  /** Its value to the customer (yen): the discount, or the price of its gift. */
  worth: Yen
  /** Up to its minimum. */
  missing_amount: Yen
}

interface AppliedPromotions {
  /** The promotions of each item, one entry per item. */
  items: PromotionDiscount[][]
  waives: WaivedFees
  gifts: GivenGift[]
  results: PromotionResult[]
}

interface PromotionBounds {
  /** The remaining fees, after this discount on the items and without the waived fees. */
  feesAfter(discount: Yen, waived: WaivedFees): WaivableFees
  /** The SKUs that may be given. */
  goods?: readonly GiftSku[]
  /** 割引の上限: percent that promotions together take off an item at most. */
  most_rate?: number
}

const inSequence = (one: PromotionTerms, other: PromotionTerms) =>
  promotionEffectPriority(one.effect) - promotionEffectPriority(other.effect) || one.promotion_id - other.promotion_id

/**
 * Applies promotions to the items of one delivery. Each promotion sees the amounts that earlier ones left, so that no
 * item goes below 0. Of each group only the best counts. `all`: those of this cycle apply, each once.
 */
export function applyPromotions(
  items: readonly PromotedItem[],
  all: readonly PromotionTerms[],
  cycle: number,
  { feesAfter, goods = [], most_rate = 100 }: PromotionBounds,
): AppliedPromotions {
  const now = [...all].filter((terms) => isPromotionForCycle(terms, cycle)).sort(inSequence)
  const rest = items.map(({ subtotal, discount_amount }) => subtotal - discount_amount)
  const floors = items.map(({ subtotal }) => Math.ceil((subtotal * (100 - most_rate)) / 100))
  const waived = { delivery_fee: false, payment_fee: false }
  const left = { floors, gifts: new Map(goods.map((one) => [one.product_sku_id, { ...one }])) }
  const gifts: GivenGift[] = []
  const given: PromotionDiscount[][] = items.map(() => [])
  const results: PromotionResult[] = []
  for (const group of Map.groupBy(now, groupOf).values()) {
    const off = given.flatMap((own) => own.map(({ discount_amount }) => discount_amount))
    const fees = feesAfter(sum(off), { ...waived })
    const judged = group.map((terms) => judge(terms, items, rest, { ...left, ...fees }))
    const best = judged.reduce((a, b) =>
      b.worth > a.worth || (a.outcome !== 'applied' && b.outcome === 'applied') ? b : a,
    )
    for (const one of judged) {
      const { shares: _, ...result } = one
      const isOutdone = result.outcome === 'applied' && one !== best
      results.push(isOutdone ? { ...result, outcome: 'outdone', discount_amount: 0, worth: 0 } : result)
    }
    if (best.outcome !== 'applied') continue
    const { promotion_id, promotion_name } = best.terms
    for (const [n, discount_amount] of best.shares.entries()) {
      if (discount_amount === 0) continue
      rest[n]! -= discount_amount
      given[n]!.push({ promotion_id, promotion_name, discount_amount })
    }
    const gift = giftOfPromotion(best.terms)
    if (gift) {
      left.gifts.get(gift.product_sku_id)!.stock -= gift.pieces
      gifts.push({ promotion_id, promotion_name, product_sku_id: gift.product_sku_id, quantity: gift.pieces })
    }
    const { waives } = splitPromotionEffect(best.terms.effect).kind.gives
    if (waives) waived[waives] = true
  }
  return {
    items: given,
    waives: waived,
    gifts,
    results,
  }
}

/** Whether a promotion holds in the delivery `cycle` of a subscription. */
export const isPromotionForCycle = ({ from_cycle, to_cycle }: PromotionTerms, cycle: number): boolean =>
  cycle >= from_cycle && (to_cycle === null || cycle <= to_cycle)

/** A promotion without a group stands alone. */
const groupOf = ({ stack_group, promotion_id }: PromotionTerms) =>
  stack_group === null ? `alone ${promotion_id}` : `group ${stack_group}`

interface JudgedPromotion extends PromotionResult {
  shares: Yen[]
}

function judge(
  terms: PromotionTerms,
  items: readonly PromotedItem[],
  rest: readonly Yen[],
  left: WaivableFees & { floors: readonly Yen[]; gifts: ReadonlyMap<number, GiftSku> },
): JudgedPromotion {
  const isOf = items.map((item) => isAmong(terms, item))
  const goods = sum(items.map(({ subtotal }, n) => (isOf[n] ? subtotal : 0)))
  const nothing = { terms, discount_amount: 0, worth: 0, missing_amount: 0, shares: items.map(() => 0) }
  if (!isOf.includes(true)) return { ...nothing, outcome: 'no_goods' }
  if (goods < terms.min_amount) return { ...nothing, outcome: 'missing', missing_amount: terms.min_amount - goods }
  const pieces = giftOfPromotion(terms)
  if (pieces) {
    const gift = left.gifts.get(pieces.product_sku_id)
    if (!gift || gift.stock < pieces.pieces) return { ...nothing, outcome: 'sold_out' }
    if (!gift.fits) return { ...nothing, outcome: 'no_room' }
    return { ...nothing, outcome: 'applied', worth: gift.price * pieces.pieces }
  }
  const { kind, values } = splitPromotionEffect(terms.effect)
  const remaining = items.map(({ pieces }, n) => ({
    pieces,
    rest: isOf[n] ? rest[n]! : 0,
    most: isOf[n] ? Math.max(0, rest[n]! - left.floors[n]!) : 0,
  }))
  const off = kind.gives.off?.(values, remaining) ?? items.map(() => 0)
  const shares = off.map((share, n) => Math.max(0, Math.min(share, remaining[n]!.most)))
  const discount_amount = sum(shares) + (kind.gives.waives ? left[kind.gives.waives] : 0)
  const outcome = discount_amount > 0 ? 'applied' : 'no_gain'
  return { ...nothing, outcome, discount_amount, worth: discount_amount, shares }
}

/**
 * 総付景品: the highest value of a gift (yen): a fifth of the amount paid for the goods, or 200 yen if that is more (景品表示法
 * 4条, 告示).
 */
export const maxGiftValue = (paid: Yen) => Math.max(200, Math.floor(paid / 5))

/** Removes the gifts that are worth more than the law allows for the final amount paid. */
export function removeExcessiveGifts(
  items: readonly PromotedItem[],
  { gifts, results }: { gifts: readonly GivenGift[]; results: readonly PromotionResult[] },
): Pick<AppliedPromotions, 'gifts' | 'results'> {
  const paidFor = (terms: PromotionTerms) =>
    sum(items.map((item) => (isAmong(terms, item) ? item.subtotal - item.discount_amount : 0)))
  const judged = results.map((result): PromotionResult => {
    const isGiven = result.outcome === 'applied' && giftOfPromotion(result.terms) !== undefined
    return isGiven && result.worth > maxGiftValue(paidFor(result.terms))
      ? { ...result, outcome: 'over_fifth', worth: 0 }
      : result
  })
  const refused = new Set(
    judged.filter(({ outcome }) => outcome === 'over_fifth').map(({ terms }) => terms.promotion_id),
  )
  return { gifts: gifts.filter(({ promotion_id }) => !refused.has(promotion_id)), results: judged }
}

const isAmong = ({ product_ids, cart_type }: PromotionTerms, { product_id, subscription, pieces }: PromotedItem) =>
  pieces > 0 &&
  (product_ids.length === 0 || product_ids.includes(product_id)) &&
  (cart_type === null || cart_type === subscription)
