import {
  EFFECT_STAGES,
  type EffectFields,
  type EffectValues,
  type GiftPieces,
  noDiscountOutcome,
  type PromotionKind,
} from './kind.ts'
import { fixedPriceKind } from './kinds/fixed-price.ts'
import { freeDeliveryKind } from './kinds/free-delivery.ts'
import { freePaymentFeeKind } from './kinds/free-payment-fee.ts'
import { giftKind } from './kinds/gift.ts'
import { percentKind } from './kinds/percent.ts'
import { setPriceKind } from './kinds/set-price.ts'
import { yenKind } from './kinds/yen.ts'

/**
 * All kinds of promotions, in the order in which operators see them. Kinds of the same stage are applied in this order
 * too.
 */
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

/** The effect of a promotion (特典の内容): its kind with the values of that kind. */
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
  outcomes: noDiscountOutcome,
}

export const promotionKindOf = (kind: string): AnyKind => kinds.find((one) => one.kind === kind) ?? unknownKind

/** Splits an effect into its kind and its values. */
export function splitPromotionEffect({ kind, ...values }: PromotionEffect): {
  kind: AnyKind
  values: Record<string, number>
} {
  return { kind: promotionKindOf(kind), values }
}

/** Returns the gift of a promotion; undefined if it gives none. */
export function giftOfPromotion({ effect }: { effect: PromotionEffect }): GiftPieces | undefined {
  const { kind, values } = splitPromotionEffect(effect)
  return kind.gives.gift?.(values)
}

/** The SKUs that these promotions give. */
export const giftSkuIds = (all: readonly { effect: PromotionEffect }[]): number[] =>
  all.flatMap((one) => giftOfPromotion(one)?.product_sku_id ?? [])

const sequence = EFFECT_STAGES.flatMap((place) => kinds.filter((one) => one.place === place))

/** Returns the position of an effect in the order of application; the lowest is applied first. */
export const promotionEffectPriority = ({ kind }: PromotionEffect): number => sequence.indexOf(promotionKindOf(kind))
