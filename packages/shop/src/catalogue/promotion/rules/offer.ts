import { wrapInQuoteMarks } from '@kushi/values/price'
import { deliveryRangeText, LINK_CODE_PREFIX, type PromotionStatus, type PromotionTerms } from '@kushi/values/promotion'
import { giftOfPromotion, splitPromotionEffect } from '@kushi/values/promotion/kinds'
import { formatDateTime } from '@kushi/values/timestamp'
import { formatYen } from '@kushi/values/yen'
import type { PromotionResult } from './apply-promotions.ts'

/** A promotion as the shop defined it. */
interface PromotionRow extends Omit<PromotionTerms, 'promotion_id'> {
  id: number
  status: PromotionStatus
  starts_at: Date
  ends_at: Date | null
  max_uses: number | null
  budget_yen: number | null
  used: number
  spent_yen: number
}

/** The terms of a promotion, as orders and contracts keep them. */
export const promotionTermsOf = (row: PromotionRow): PromotionTerms => {
  const { id, promotion_name, effect, product_ids, cart_type, min_amount, from_cycle, to_cycle, stack_group } = row
  return {
    promotion_id: id,
    promotion_name,
    effect,
    product_ids,
    cart_type,
    min_amount,
    from_cycle,
    to_cycle,
    stack_group,
  }
}

export const unknownCodeText = (code: string) =>
  code.startsWith(LINK_CODE_PREFIX)
    ? 'このリンクの特典は見つかりません。'
    : `クーポン${wrapInQuoteMarks(code)}は見つかりません。文字をお確かめください。`

/** Whether the uses or the budget of a promotion are used up. */
export const isUsedUp = ({ max_uses, budget_yen, used, spent_yen }: Limits): boolean =>
  (max_uses !== null && used >= max_uses) || (budget_yen !== null && spent_yen >= budget_yen)
type Limits = Pick<PromotionRow, 'max_uses' | 'budget_yen' | 'used' | 'spent_yen'>

/** The message fits a limit of uses and of the budget alike: customers are told neither. */
export const usedUpText = (name: string) => `${wrapInQuoteMarks(name)}は、ご利用が上限に達したため終了しました。`
/** The message for a promotion that was stopped. */
export const promotionStoppedText = (name: string) => `${wrapInQuoteMarks(name)}は終了しました。`
export const promotionOfferEndedText = 'この特典のご案内は終了しました。'
export const giftSoldOutText = (name: string) => `${wrapInQuoteMarks(name)}は、プレゼントの品切れのため終了しました。`
export const ownReferralText = (name: string) =>
  `${wrapInQuoteMarks(name)}は、ご自身の紹介リンクからはご利用いただけません。`

/** The message that says why nobody can have the promotion now, or null. */
export function periodRefusalText(row: PromotionRow, now: Date): string | null {
  const { promotion_name: name, starts_at, ends_at } = row
  if (row.status === 'stopped') return promotionStoppedText(name)
  if (now < starts_at)
    return `${wrapInQuoteMarks(name)}は、${formatDateTime(starts_at.getTime())}からご利用いただけます。`
  if (ends_at !== null && now >= ends_at)
    return `${wrapInQuoteMarks(name)}は、${formatDateTime(ends_at.getTime())}で終了しました。`
  return null
}

/** The sentence on the end of a promotion; empty: it has no end. */
export const promotionEndText = (ends_at: Date | null): string =>
  ends_at === null ? '' : `${formatDateTime(ends_at.getTime())}までのお申し込みに適用されます。`

/** The message that says that the promotion, or the code, is used up, or null. */
export function limitRefusalText(row: PromotionRow, coupon: { max_uses: number | null; used: number } | null) {
  const { promotion_name: name } = row
  if (isUsedUp(row)) return usedUpText(name)
  if (coupon && coupon.max_uses !== null && coupon.used >= coupon.max_uses)
    return `このクーポン(${name})は、すでに利用されています。`
  return null
}

/** The message on what became of a promotion; may be empty. */
export function promotionOutcomeText(
  { terms, outcome, missing_amount }: PromotionResult,
  isSubscription: boolean,
  gift: string,
): string {
  switch (outcome) {
    case 'applied':
      return isSubscription ? promotionCyclesText(terms) : ''
    case 'missing': {
      const { kind, values } = splitPromotionEffect(terms.effect)
      const goods = terms.product_ids.length > 0 ? '対象の商品を' : ''
      return `${goods}あと${formatYen(missing_amount)}のご購入で、${kind.offer(values, gift)}${giftOfPromotion(terms) ? 'します' : 'になります'}。`
    }
    case 'no_goods':
      return `${terms.cart_type === 1 ? '定期便の' : terms.cart_type === 0 ? '通常購入の' : ''}対象の商品がカートにありません。`
    case 'outdone':
      return 'ほかの特典のほうがお得なため、そちらを適用しています(併用できません)。'
    default:
      return splitPromotionEffect(terms.effect).kind.outcomes[outcome] ?? ''
  }
}

/** The effect and the condition of a promotion, such as 「¥5,000以上で送料無料」. `gift`: the name of its SKU. */
export function promotionOfferText(
  { effect, cart_type, min_amount, from_cycle, to_cycle }: PromotionTerms,
  gift: string,
): string {
  const { kind, values } = splitPromotionEffect(effect)
  const isAlways = from_cycle === 1 && to_cycle === null
  const turns = to_cycle === 1 ? 'の初回' : isAlways ? '' : `の${deliveryRangeText({ from_cycle, to_cycle })}`
  const way = cart_type === 0 ? '通常購入' : cart_type === 1 ? `定期便${turns}` : ''
  const least = min_amount > 0 ? `${formatYen(min_amount)}以上` : ''
  const condition = [way, least].filter(Boolean).join('、')
  return `${condition && `${condition}で`}${kind.offer(values, gift)}`
}

/** The sentence on the deliveries of a subscription that a promotion holds for. */
export function promotionCyclesText({ from_cycle, to_cycle }: PromotionTerms): string {
  if (to_cycle === null)
    return from_cycle === 1
      ? '定期便では、毎回のお届けに適用されます。'
      : `定期便では、${from_cycle}回目から毎回適用されます。`
  if (to_cycle === 1) return '定期便では、初回のお届けだけに適用されます。'
  return from_cycle === to_cycle
    ? `定期便では、${from_cycle}回目のお届けに適用されます。`
    : `定期便では、${from_cycle}〜${to_cycle}回目のお届けに適用されます。`
}
