import type { LaterAmounts, QuotedGift } from '@kushi/contract/quote'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { formatShortDateWithWeekday } from '@kushi/values/date-format'
import { wrapInQuoteMarks } from '@kushi/values/price'
import { itemName } from '@kushi/values/product'
import type { PromotionTerms } from '@kushi/values/promotion'
import { formatYen, type Yen } from '@kushi/values/yen'

/** The terms of a promotion with its cycles shifted, so that they start at the contract's next delivery. */
export const promotionTermsFromCycle = (terms: PromotionTerms, cycle: number): PromotionTerms => ({
  ...terms,
  from_cycle: terms.from_cycle + cycle - 1,
  to_cycle: terms.to_cycle === null ? null : terms.to_cycle + cycle - 1,
})

/** Whether the contract has this promotion and it has not ended yet. An ended one may be accepted again. */
export const hasActivePromotion = (benefits: readonly PromotionTerms[], promotion_id: number, cycle: number): boolean =>
  benefits.some((one) => one.promotion_id === promotion_id && (one.to_cycle === null || one.to_cycle >= cycle))

/** The promotions of a contract with these terms added. */
export const withContractPromotion = (benefits: readonly PromotionTerms[], terms: PromotionTerms): PromotionTerms[] =>
  [...benefits.filter(({ promotion_id }) => promotion_id !== terms.promotion_id), terms].sort(
    (a, b) => a.promotion_id - b.promotion_id,
  )

/**
 * 今回だけ除く: whether all goods of a promotion are left out of this delivery. Like お休み, that uses up none of its
 * deliveries: it lasts one delivery longer.
 */
export const isPromotionUnused = (
  { product_ids, from_cycle, to_cycle }: Pick<PromotionTerms, 'product_ids' | 'from_cycle' | 'to_cycle'>,
  items: readonly { product_id: number; is_left_out: boolean }[],
  cycle: number,
): boolean => {
  const own = items.filter(({ product_id }) => product_ids.includes(product_id))
  return (
    to_cycle !== null &&
    from_cycle <= cycle &&
    cycle <= to_cycle &&
    own.length > 0 &&
    own.every((one) => one.is_left_out)
  )
}

/** A promotion as it stands after this delivery. */
export const benefitAfterDelivery = <T extends PromotionTerms>(
  terms: T,
  goods: Parameters<typeof isPromotionUnused>[1],
  cycle: number,
): T => (isPromotionUnused(terms, goods, cycle) ? { ...terms, to_cycle: terms.to_cycle! + 1 } : terms)

/**
 * Returns the last delivery of this promotion if the current delivery uses up none of it; null: it uses one up, or the
 * promotion has no end.
 */
export function lastCycleWhenUnused(
  benefits: readonly PromotionTerms[],
  promotion_id: number | null,
  goods: Parameters<typeof isPromotionUnused>[1],
  cycle: number,
): number | null {
  const terms = benefits.find((one) => one.promotion_id === promotion_id)
  const after = terms && benefitAfterDelivery(terms, goods, cycle)
  return after && after !== terms ? after.to_cycle : null
}

/** Prices of the next delivery and of those after it. */
export interface PricedDeliveries {
  payment_total: Yen
  later: readonly Pick<LaterAmounts, 'from_cycle' | 'to_cycle' | 'payment_total'>[]
}

/**
 * Whether any delivery would cost more than before. It can, because only one promotion of a group counts, and the new
 * one may replace a better one.
 */
export function isAnyDeliveryDearer(before: PricedDeliveries, after: PricedDeliveries): boolean {
  const starts = [...before.later, ...after.later].map(({ from_cycle }) => from_cycle)
  const priceOf = ({ later }: PricedDeliveries, cycle: number) =>
    later.find(({ from_cycle, to_cycle }) => from_cycle <= cycle && (to_cycle === null || cycle <= to_cycle))
      ?.payment_total ?? 0
  return (
    after.payment_total > before.payment_total || starts.some((cycle) => priceOf(after, cycle) > priceOf(before, cycle))
  )
}

interface BenefitWords {
  terms: Pick<PromotionTerms, 'promotion_id' | 'promotion_name' | 'from_cycle' | 'to_cycle'>
  next_delivery_date: CalendarDate
  before: Yen
  after: Yen
  gifts: readonly QuotedGift[]
  /** The total of each delivery after the promotion; null: it has no end. */
  afterwards: Yen | null
}

/**
 * The text that states what a promotion gives from the next delivery on, until which delivery, and the price after
 * that (特定商取引法12条の6).
 */
export function promotionEffectText({
  terms,
  next_delivery_date,
  before,
  after,
  gifts,
  afterwards,
}: BenefitWords): string {
  const { promotion_id, promotion_name, from_cycle, to_cycle } = terms
  const gift = gifts.find(({ gift_promotion_id }) => gift_promotion_id === promotion_id)
  const next = `次回${formatShortDateWithWeekday(next_delivery_date)}`
  const given = gift
    ? `${next}から${wrapInQuoteMarks(itemName(gift))}を${gift.quantity}点お付けします(在庫があるかぎり)。`
    : ''
  const paid =
    before === after
      ? `お支払いは${formatYen(after)}のままです。`
      : `${next}のお支払いは、${formatYen(before)}から${formatYen(after)}になります。`
  const until =
    to_cycle === null
      ? '続くかぎり、毎回適用します。'
      : to_cycle === from_cycle
        ? `次回(${to_cycle}回目)だけに適用します。`
        : `次回から${to_cycle - from_cycle + 1}回(${to_cycle}回目のお届けまで)に適用します。`
  const then = afterwards === null ? '' : `その次からは、1回${formatYen(afterwards)}です。`
  return `${wrapInQuoteMarks(promotion_name)} ${given}${paid}${until}${then}商品・お届け日・お支払い方法は変わりません。`
}
