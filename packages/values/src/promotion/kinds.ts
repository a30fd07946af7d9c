import {
  EFFECT_PLACES,
  type EffectFields,
  type EffectValues,
  type GiftPieces,
  noDiscount,
  type PromotionKind,
} from './kind.ts'
import { fixedPriceKind } from './kinds/fixed-price.ts'
import { freeDeliveryKind } from './kinds/free-delivery.ts'
import { freePaymentFeeKind } from './kinds/free-payment-fee.ts'
import { giftKind } from './kinds/gift.ts'
import { percentKind } from './kinds/percent.ts'
import { setPriceKind } from './kinds/set-price.ts'
import { yenKind } from './kinds/yen.ts'

/** In the order in which operators choose; within one place they apply in it too. */
export const PROMOTION_KINDS = [
  percentKind,
  yenKind,
  fixedPriceKind,
  setPriceKind,
  giftKind,
  freeDeliveryKind,
  freePaymentFeeKind,
] as const

type EffectOf<Kind> = Kind extends { kind: infer K; fields: infer F extends EffectFields }
  ? { kind: K } & EffectValues<F>
  : never

/** 特典の内容: what a promotion gives. */
export type PromotionEffect = EffectOf<(typeof PROMOTION_KINDS)[number]>

type AnyKind = PromotionKind<string, EffectFields>

const kinds: readonly AnyKind[] = PROMOTION_KINDS

/** Written by a newer server during an upgrade: it gives nothing here. */
const unknownKind: AnyKind = {
  kind: '',
  place: 'fee',
  name: '',
  fields: {},
  sentence: () => '',
  offer: () => '',
  gives: { off: (_, items) => items.map(() => 0) },
  outcomes: noDiscount,
}

export const promotionKindOf = (kind: string): AnyKind => kinds.find((one) => one.kind === kind) ?? unknownKind

/** The kind of an effect, and its values. */
export function readEffect({ kind, ...values }: PromotionEffect): { kind: AnyKind; values: Record<string, number> } {
  return { kind: promotionKindOf(kind), values }
}

/** What a promotion gives at 0 yen. */
export function giftOf({ effect }: { effect: PromotionEffect }): GiftPieces | undefined {
  const { kind, values } = readEffect(effect)
  return kind.gives.gift?.(values)
}

/** The SKUs that these promotions give. */
export const giftSkuIds = (all: readonly { effect: PromotionEffect }[]): number[] =>
  all.flatMap((one) => giftOf(one)?.product_sku_id ?? [])

const sequence = EFFECT_PLACES.flatMap((place) => kinds.filter((one) => one.place === place))

/** Which comes first in a price. */
export const effectPlace = ({ kind }: PromotionEffect): number => sequence.indexOf(promotionKindOf(kind))
