import { shareByLargestRemainder } from '../share.ts'
import type { Yen } from '../yen.ts'

/**
 * A number that an operator enters for a kind of promotion. `title` and `description` explain it in 操作履歴 and the API
 * document, unless a field of that name is explained already.
 */
export interface EffectNumberField {
  label: string
  /** In the form, if it says more there. */
  form_label?: string
  unit: string
  min: number
  max: number
  /** The value that a new promotion begins with. Absent: empty. */
  fresh?: number
  title?: string
  description?: string
}

/** A SKU that an operator chooses for a kind of promotion. */
export interface EffectSkuField {
  label: string
  hint: string
  is_sku: true
  title?: string
  description?: string
}

export type EffectFields = Readonly<Record<string, EffectNumberField | EffectSkuField>>

/** The values that an operator entered for these fields. */
export type EffectValues<F extends EffectFields> = { [name in keyof F]: number }

/** An item of an order as a promotion finds it, after the promotions that were applied before. */
export interface DiscountableItem {
  pieces: number
  /** 0 for goods that it is not for. */
  rest: Yen
  /** The most that the item may still get (yen). */
  most: Yen
}

/** Pieces of a SKU that a promotion gives with a delivery at 0 yen. */
export interface GiftPieces {
  product_sku_id: number
  pieces: number
}

/**
 * The effect of a kind in terms of the price: yen off each item, a waived fee, or pieces of a SKU. Its bounds, minimum,
 * group, tax, refund and words of the confirmation belong to the price.
 */
type Given<V> =
  | { off(values: V, items: readonly DiscountableItem[]): Yen[]; waives?: never; gift?: never }
  | { waives: 'delivery_fee' | 'payment_fee'; off?: never; gift?: never }
  | { gift(values: V): GiftPieces; off?: never; waives?: never }

/**
 * The order in which promotions are applied: first fixed prices, then discounts in percent or yen, gifts, and fees.
 */
export const EFFECT_STAGES = ['price', 'share', 'gift', 'fee'] as const

/** Why a promotion gives nothing, as its kind decides. */
export type EffectOutcome = 'no_gain' | 'sold_out' | 'no_room' | 'over_fifth'

/** A kind of promotion (特典の種類): its fields, its texts and its effect. */
export interface PromotionKind<K extends string, F extends EffectFields> {
  /** In the stored effect. */
  kind: K
  place: (typeof EFFECT_STAGES)[number]
  /** The name that operators choose it by. */
  name: string
  fields: F
  /** The sentence on its effect that operators read; `goods`: the names of its goods, `gift`: the name of its SKU. */
  sentence(values: EffectValues<F>, goods: string, gift: string): string
  /** The effect as customers read it, in a few words: 「10%引き」. */
  offer(values: EffectValues<F>, gift: string): string
  gives: Given<EffectValues<F>>
  /** The messages that customers read when it has no effect. */
  outcomes: Partial<Record<EffectOutcome, string>>
}

/** Declares a kind of promotion and keeps the exact types of its fields. */
export const definePromotionKind = <const K extends string, const F extends EffectFields>(
  kind: PromotionKind<K, F>,
): PromotionKind<K, F> => kind

/** The outcome text of kinds that discount goods. */
export const noDiscountOutcome = { no_gain: 'この内容では、割引になるものがありません。' }

/** Divides a discount in yen over goods, in proportion to these weights. */
export const splitDiscount = (amount: Yen, weights: readonly Yen[]): Yen[] =>
  amount === 0 ? weights.map(() => 0) : shareByLargestRemainder(amount, weights)
