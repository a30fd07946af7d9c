import { shareByLargestRemainder } from '../share.ts'
import type { Yen } from '../yen.ts'

/**
 * A figure that a kind of promotion is chosen with: the form asks for it, the contract checks it, the effect keeps it. `title` and
 * `description` are its words in 操作履歴 and the API's document, if no field of that name has them yet.
 */
export interface EffectFigure {
  label: string
  /** In the form, if it says more there. */
  form_label?: string
  unit: string
  min: number
  max: number
  title?: string
  description?: string
}

/** A SKU that is chosen. */
export interface EffectSku {
  label: string
  hint: string
  is_sku: true
  title?: string
  description?: string
}

export type EffectFields = Readonly<Record<string, EffectFigure | EffectSku>>

/** The values of these fields. */
export type EffectValues<F extends EffectFields> = { [name in keyof F]: number }

/** What is left of an item when its turn comes. */
export interface RemainingItem {
  pieces: number
  /** 0 for goods that it is not for. */
  rest: Yen
  /** What it may still get. */
  most: Yen
}

/** What a promotion gives with a delivery, at 0 yen. */
export interface GiftPieces {
  product_sku_id: number
  pieces: number
}

/**
 * What a kind gives, in the terms of the price: yen off each item, a fee that is waived, or pieces of a SKU. Its bounds, minimum, group,
 * tax, refund and words of the confirmation are the price's.
 */
type Given<V> =
  | { off(values: V, items: readonly RemainingItem[]): Yen[]; waives?: never; gift?: never }
  | { waives: 'delivery_fee' | 'payment_fee'; off?: never; gift?: never }
  | { gift(values: V): GiftPieces; off?: never; waives?: never }

/** Prices of their own come before shares of them, and fees last. */
export const EFFECT_PLACES = ['price', 'share', 'gift', 'fee'] as const

/** What may come of a promotion by its kind, besides that it applies. */
export type EffectOutcome = 'no_gain' | 'sold_out' | 'no_room' | 'over_fifth'

/** 特典の種類: all that is known of one way to give something. */
export interface PromotionKind<K extends string, F extends EffectFields> {
  /** In the stored effect. */
  kind: K
  place: (typeof EFFECT_PLACES)[number]
  /** As operators choose it. */
  name: string
  fields: F
  /** What it does, of these goods, as operators read it; `gift`: the name of its SKU. */
  sentence(values: EffectValues<F>, goods: string, gift: string): string
  /** The same as its customers read it, in a few words: 「10%引き」. */
  offer(values: EffectValues<F>, gift: string): string
  gives: Given<EffectValues<F>>
  /** What its customers read when nothing comes of it. */
  outcomes: Partial<Record<EffectOutcome, string>>
}

export const promotionKind = <const K extends string, const F extends EffectFields>(
  kind: PromotionKind<K, F>,
): PromotionKind<K, F> => kind

/** Of a kind that takes off goods. */
export const noDiscount = { no_gain: 'この内容では、割引になるものがありません。' }

/** An amount off goods, divided by these weights. */
export const shareOff = (amount: Yen, weights: readonly Yen[]): Yen[] =>
  amount === 0 ? weights.map(() => 0) : shareByLargestRemainder(amount, weights)
