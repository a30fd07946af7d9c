import { splitPromotionEffect } from './promotion/kinds.ts'
import type { PromotionAudience, PromotionScope, PromotionTerms, PromotionTrigger } from './promotion.ts'
import { formatDateTime } from './timestamp.ts'
import { formatYen } from './yen.ts'

/** A promotion before it has an id, as its form has it. */
export interface PromotionPlan extends Omit<PromotionTerms, 'promotion_id'> {
  trigger: PromotionTrigger
  member_scope: PromotionScope
  audience: PromotionAudience
  /** For the audience `again`: the months between two uses. */
  again_after_months: number | null
  starts_at: string
  ends_at: string | null
  max_uses: number | null
  budget_yen: number | null
}

/**
 * Describes in plain Japanese what a promotion will do. `goods`: names of its products. `gift`: name of the SKU that
 * it gives.
 */
export function promotionSentence(plan: PromotionPlan, goods: readonly string[], gift = ''): string {
  const { trigger, member_scope, audience, min_amount, stack_group } = plan
  const members = {
    anybody: '',
    listed: '会員リストの方だけに、',
    birthday_month: 'ご注文の日が生まれ月の会員だけに、',
  }[member_scope]
  const often = {
    everybody: '',
    once: 'おひとり様1回まで、',
    once_address: 'お届け先のご住所ごとに1回まで、',
    again: `おひとり様1回(${plan.again_after_months}か月たてばもう1回)、`,
    new: 'はじめてご注文の方に、',
  }[audience]
  const when = {
    automatic: 'コードなしで自動的に、',
    code: 'クーポンコードを使うと、',
    link: '専用のリンクを開くと、',
    landing_page: '選んだ申し込みページからのご注文に、',
    cancel_offer: '定期便の解約のときのご案内から、',
  }[trigger]
  const least =
    min_amount > 0 ? `${goods.length > 0 ? '対象の商品を' : ''}${formatYen(min_amount)}以上お買い上げのとき、` : ''
  return [
    `${periodOf(plan)}、${members}${often}${when}${least}${effectOf(plan, goods, gift)}`,
    cyclesOf(plan),
    stack_group === null
      ? 'ほかの特典と併用できます。'
      : `同じ併用グループ「${stack_group}」の中では、お客様にいちばんお得な1つだけを適用します。`,
    ...limitsOf(plan),
  ].join('')
}

const periodOf = ({ starts_at, ends_at }: PromotionPlan): string => {
  const from = `${formatDateTime(starts_at)}から`
  return ends_at === null ? `${from}(終わりなし)` : `${from}${formatDateTime(ends_at)}まで`
}

function effectOf({ effect, product_ids, cart_type }: PromotionPlan, goods: readonly string[], gift: string): string {
  const ways = cart_type === 0 ? '通常購入の' : cart_type === 1 ? '定期便の' : ''
  const what = product_ids.length === 0 ? `${ways}全商品` : `${ways}${namesOf(goods, product_ids.length)}`
  const { kind, values } = splitPromotionEffect(effect)
  return kind.sentence(values, what, gift)
}

const namesOf = (goods: readonly string[], count: number): string => {
  const named = goods.slice(0, 3).map((name) => `「${name}」`)
  return count > named.length ? `${named.join('')}ほか${count - named.length}商品` : named.join('')
}

/** 年払い is one price for all its deliveries, so a limit of deliveries does not divide it. */
const ofYearly = '年払いの商品では、まとめてお支払いいただく金額の全体に適用します。'

function cyclesOf(plan: PromotionPlan): string {
  if (plan.cart_type === 0) return ''
  if (plan.trigger === 'cancel_offer') return turnsOfOffer(plan)
  return `${turnsOf(plan)}${plan.to_cycle === null || plan.from_cycle > 1 ? '' : ofYearly}`
}

/** The deliveries of a promotion that a running contract accepts. */
const turnsOfOffer = ({ to_cycle }: PromotionPlan): string =>
  to_cycle === null
    ? '次のお届けから、続くかぎり毎回適用します。'
    : `次のお届けから${to_cycle}回に適用し、その次からは通常の定期価格です。`

function turnsOf({ from_cycle, to_cycle }: PromotionPlan): string {
  const begun = '期間中に始まる定期便では、'
  if (to_cycle === null)
    return from_cycle === 1
      ? `${begun}続くかぎり毎回適用します。`
      : `${begun}${from_cycle}回目から、続くかぎり毎回適用します。`
  if (to_cycle === 1) return `${begun}初回だけに適用し、2回目からは通常の定期価格です。`
  const turns = from_cycle === to_cycle ? `${from_cycle}回目` : `${from_cycle}〜${to_cycle}回目`
  return `${begun}${turns}に適用し、${to_cycle + 1}回目からは通常の定期価格です。`
}

function limitsOf({ max_uses, budget_yen }: PromotionPlan): string[] {
  return [
    ...(max_uses === null ? [] : [`先着${max_uses.toLocaleString('ja-JP')}件で終わります。`]),
    ...(budget_yen === null ? [] : [`割引の合計が${formatYen(budget_yen)}に達したら終わります。`]),
  ]
}
