import type { PromotionEffect } from './promotion/kinds.ts'
import type { Yen } from './yen.ts'

/**
 * The terms of a promotion (特典): its effect, its goods and its deliveries. Orders and contracts keep a copy, so that a
 * later change of the promotion changes nothing that was promised.
 */
export interface PromotionTerms {
  promotion_id: number
  /** The name that customers read. */
  promotion_name: string
  effect: PromotionEffect
  /** Empty: all goods. */
  product_ids: readonly number[]
  /** 0 single purchases, 1 subscriptions; null: both. */
  cart_type: 0 | 1 | null
  /** Of its goods, at their selling prices before any discount. */
  min_amount: Yen
  /** Number of the delivery within its subscription; a single purchase is 1. `to_cycle` null: for as long as it lasts. */
  from_cycle: number
  to_cycle: number | null
  /** 併用: of those in one group only the customer's best counts; null: counts beside all others. */
  stack_group: string | null
}

/** A discount of an item by one promotion; its name as on that day. */
export interface PromotionDiscount {
  promotion_id: number
  promotion_name: string
  discount_amount: Yen
}

/** A discount by its name; yen, positive. */
export interface NamedDiscount {
  name: string
  amount: Yen
}

/** Name on a receipt of the part of a discount that was paid by points. */
export const POINT_DISCOUNT_NAME = 'ポイント利用'

/**
 * Returns the discounts of these items by name: the member's rank, each promotion, and points. `total`: the order's
 * whole discount; what no item has came with an order of a former system.
 */
export function listDiscounts(
  items: readonly { discount_amount: Yen; promotions: readonly PromotionDiscount[]; point_discount?: Yen }[],
  total?: Yen,
): NamedDiscount[] {
  const sum = (all: readonly { discount_amount: Yen }[]) =>
    all.reduce((total, { discount_amount }) => total + discount_amount, 0)
  const given = items.flatMap(({ promotions }) => promotions)
  const ids = [...new Set(given.map(({ promotion_id }) => promotion_id))]
  const named = ids.map((id) => given.filter(({ promotion_id }) => promotion_id === id))
  const points = items.reduce((total, { point_discount = 0 }) => total + point_discount, 0)
  return [
    { name: '会員ランク割引', amount: sum(items) - sum(given) - points },
    ...named.map((own) => ({ name: own[0]!.promotion_name, amount: sum(own) })),
    { name: POINT_DISCOUNT_NAME, amount: points },
    { name: '割引', amount: total === undefined ? 0 : total - sum(items) },
  ].filter(({ amount }) => amount !== 0)
}

export const PROMOTION_STATUS_NAME = { draft: '下書き', active: '公開', stopped: '停止' } as const
export type PromotionStatus = keyof typeof PROMOTION_STATUS_NAME

/**
 * How a promotion comes to a purchase: by itself, by a code that is typed, or only by a link that was opened. `cancel_offer`: to a
 * running 定期便, whose member is offered it beside a 解約の理由. `landing_page`: to orders on a 申し込みページ that names it.
 */
export const PROMOTION_TRIGGER_NAME = {
  automatic: '自動(コードなし)',
  code: 'クーポンコードを使った方',
  link: '専用のリンクを開いた方だけ',
  landing_page: '申し込みページからのご注文だけ',
  cancel_offer: '定期便の解約のときのご案内',
} as const
export type PromotionTrigger = keyof typeof PROMOTION_TRIGGER_NAME

/** Whether a promotion of this trigger has codes, typed or carried by a link. */
export const triggerHasCodes = (trigger: PromotionTrigger): boolean => trigger === 'code' || trigger === 'link'

interface ReferralFacts {
  trigger: PromotionTrigger
  audience: PromotionAudience
  from_cycle: number
}

/**
 * お友だち紹介: whether members' own links can carry a promotion. Only a link opens it, for new persons, with the first
 * order. So it identifies a friend, once a person.
 */
export const canBeReferralPromotion = ({ trigger, audience, from_cycle }: ReferralFacts): boolean =>
  trigger === 'link' && audience === 'new' && from_cycle === 1

/** How often a promotion is given to one person, and to which persons. `again`: once more after some months. */
export const PROMOTION_AUDIENCE_NAME = {
  everybody: '何度でも',
  once: 'おひとり様1回まで',
  once_address: 'お届け先のご住所ごとに1回まで',
  again: 'おひとり様1回、間をあければもう1回',
  new: 'はじめてご注文の方だけ',
} as const
export type PromotionAudience = keyof typeof PROMOTION_AUDIENCE_NAME

/**
 * Members to whom a promotion is limited: `anybody`, the members of its list, or those whose birthday is in the month
 * of the order.
 */
export const PROMOTION_SCOPE_NAME = {
  anybody: 'どなたでも',
  listed: '会員リストの方だけ',
  birthday_month: '生まれ月の会員だけ',
} as const
export type PromotionScope = keyof typeof PROMOTION_SCOPE_NAME

/** First character of a promotion code that only a link carries. The coupon field does not accept it. */
export const LINK_CODE_PREFIX = '~'

/** Whether a shop may choose this code. */
export const isValidCouponCode = (code: string): boolean => /^[0-9A-Z_-]{3,20}$/.test(code)

/** Returns the deliveries to which one price applies, by their numbers, as a label. */
export function deliveryRangeText({ from_cycle, to_cycle }: { from_cycle: number; to_cycle: number | null }): string {
  if (to_cycle === null) return `${from_cycle}回目から`
  return from_cycle === to_cycle ? `${from_cycle}回目` : `${from_cycle}〜${to_cycle}回目`
}

/** Normalises a typed coupon code for comparison: 「summer」 and 「SUMMER」 are the same code. */
export const normalizeCouponCode = (typed: string): string => typed.normalize('NFKC').replace(/\s/g, '').toUpperCase()
