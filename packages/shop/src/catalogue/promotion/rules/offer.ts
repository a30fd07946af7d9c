import { addMonths, type CalendarDate, dateParts } from '@kushi/values/calendar-date'
import { formatLong } from '@kushi/values/date-format'
import { quoteName } from '@kushi/values/price'
import { LINK_MARK, type PromotionAudience, type PromotionScope, type PromotionTerms } from '@kushi/values/promotion'
import { readEffect } from '@kushi/values/promotion/kinds'
import { formatDateTime, fromTimestamp } from '@kushi/values/timestamp'
import { formatYen } from '@kushi/values/yen'
import type { PromotionResult } from './apply-promotions.ts'

/** A promotion as the shop defined it. */
interface PromotionRow extends Omit<PromotionTerms, 'promotion_id'> {
  id: number
  status: 'draft' | 'active' | 'stopped'
  member_scope: PromotionScope
  audience: PromotionAudience
  again_after_months: number | null
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

/** The buyer, as far as it says whom a promotion is meant for. */
export interface PromotionMember {
  /** Of a promotion's 会員リスト. */
  isListed(promotion_id: number): boolean
  birthday: CalendarDate | null
}

interface Occasion {
  now: Date
  /** null: a guest. */
  member: PromotionMember | null
  /** Of `once_address`: null: too many addresses were asked for. */
  was_sent_here: boolean | null
  /** When the person had it last, as far as it counts still; null: never. */
  last_used: Date | null
  /** The person has ordered before. */
  has_ordered: boolean
  /** Not in this account. */
  is_elsewhere: boolean
}

export const unknownCode = (code: string) =>
  code.startsWith(LINK_MARK)
    ? 'このリンクの特典は見つかりません。'
    : `クーポン${quoteName(code)}は見つかりません。文字をお確かめください。`

/** Whether nothing is left of it. */
export const isUsedUp = ({ max_uses, budget_yen, used, spent_yen }: Limits): boolean =>
  (max_uses !== null && used >= max_uses) || (budget_yen !== null && spent_yen >= budget_yen)
type Limits = Pick<PromotionRow, 'max_uses' | 'budget_yen' | 'used' | 'spent_yen'>

export const usedUp = (name: string) => `${quoteName(name)}は、先着の上限に達したため終了しました。`
export const stopped = (name: string) => `${quoteName(name)}は終了しました。`
export const offerOver = 'この特典のご案内は終了しました。'
export const giftGone = (name: string) => `${quoteName(name)}は、プレゼントの品切れのため終了しました。`
export const usedBefore = (name: string, isElsewhere = false) =>
  `${quoteName(name)}は、おひとり様1回限りです。${isElsewhere ? elsewhere : ''}すでにご利用いただいているため、適用されません。`

export const usedHere = (name: string) =>
  `${quoteName(name)}は、お届け先のご住所ごとに1回限りです。このご住所ではすでにご利用いただいているため、適用されません。`

export const ownLink = (name: string) => `${quoteName(name)}は、ご自身の紹介リンクからはご利用いただけません。`

/** Nothing of the other account is named: it may be somebody who only tries telephone numbers. */
export const elsewhere = '同じお電話番号またはご住所で、'

/** Why it can't be had, ready to show; null: it can. */
export function offerRefusal(
  row: PromotionRow,
  coupon: { max_uses: number | null; used: number } | null,
  { now, member, was_sent_here, last_used, has_ordered, is_elsewhere }: Occasion,
): string | null {
  const { promotion_name: name, starts_at, ends_at } = row
  if (row.status === 'stopped') return stopped(name)
  if (now < starts_at) return `${quoteName(name)}は、${formatDateTime(starts_at.getTime())}からご利用いただけます。`
  if (ends_at !== null && now >= ends_at)
    return `${quoteName(name)}は、${formatDateTime(ends_at.getTime())}で終了しました。`
  const notMeant = scopeRefusal(row, member, now)
  if (notMeant !== null) return notMeant
  if (was_sent_here === null)
    return `${quoteName(name)}は、いまお届け先のご住所を確かめられないため、適用されません。しばらくしてからお試しください。`
  if (was_sent_here) return usedHere(name)
  if (last_used !== null && row.audience === 'again') {
    const from = formatLong(mayAgainFrom(last_used, row.again_after_months ?? 0))
    return `${quoteName(name)}は、${is_elsewhere ? elsewhere : ''}すでにご利用いただいています。${is_elsewhere ? '' : `次は${from}からご利用いただけます。`}`
  }
  if (last_used !== null) return usedBefore(name, is_elsewhere)
  if (has_ordered)
    return `${quoteName(name)}は、はじめてご注文の方に限らせていただいています。${is_elsewhere ? `${elsewhere}ご注文いただいています。` : ''}`
  if (isUsedUp(row)) return usedUp(name)
  if (coupon && coupon.max_uses !== null && coupon.used >= coupon.max_uses)
    return `このクーポン(${name})は、すでに利用されています。`
  return null
}

/** The first day on which it can be had again. */
export const mayAgainFrom = (last_used: Date, months: number): CalendarDate =>
  addMonths(fromTimestamp(last_used.getTime()), months)

/** Whether the birthday is in the month of that moment, in Japan. */
export const isBirthMonth = (birthday: CalendarDate | null, at: Date): boolean =>
  birthday !== null && dateParts(birthday).month === dateParts(fromTimestamp(at.getTime())).month

/** For whom it is not meant. */
function scopeRefusal({ id, member_scope, promotion_name }: PromotionRow, member: PromotionMember | null, now: Date) {
  const name = quoteName(promotion_name)
  if (member_scope === 'anybody') return null
  if (member === null) return `${name}は、対象の会員の方だけの特典です。ログインしてお確かめください。`
  if (member_scope === 'listed')
    return member.isListed(id) ? null : `${name}は、ご案内をお送りした会員の方だけの特典のため、適用されません。`
  if (member.birthday === null)
    return `${name}は、生まれ月の会員の方の特典です。会員情報に生年月日のご登録がないため、適用されません。`
  return isBirthMonth(member.birthday, now)
    ? null
    : `${name}は、生まれ月にご注文の会員の方の特典のため、適用されません。`
}

/** What became of a promotion, ready to show; may be empty. */
export function outcomeText({ terms, outcome, missing_amount }: PromotionResult, isSubscription: boolean): string {
  switch (outcome) {
    case 'applied':
      return isSubscription ? cyclesText(terms) : ''
    case 'missing':
      return `${terms.product_ids.length > 0 ? '対象の商品を' : ''}あと${formatYen(missing_amount)}のご購入で適用されます。`
    case 'no_goods':
      return `${terms.cart_type === 1 ? '定期便の' : terms.cart_type === 0 ? '通常購入の' : ''}対象の商品がカートにありません。`
    case 'outdone':
      return 'ほかの特典のほうがお得なため、そちらを適用しています(併用できません)。'
    default:
      return readEffect(terms.effect).kind.outcomes[outcome] ?? ''
  }
}

/** Which deliveries of a subscription it holds for, as a sentence. */
export function cyclesText({ from_cycle, to_cycle }: PromotionTerms): string {
  if (to_cycle === null)
    return from_cycle === 1
      ? '定期便では、毎回のお届けに適用されます。'
      : `定期便では、${from_cycle}回目から毎回適用されます。`
  if (to_cycle === 1) return '定期便では、初回のお届けだけに適用されます。'
  return from_cycle === to_cycle
    ? `定期便では、${from_cycle}回目のお届けに適用されます。`
    : `定期便では、${from_cycle}〜${to_cycle}回目のお届けに適用されます。`
}
