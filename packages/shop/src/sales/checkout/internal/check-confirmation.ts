import type { Input } from '../../../context.ts'
import { refusedField, ShopError } from '../../../shop-error.ts'
import type { OrderAssessment } from './assess-order.ts'

type ShownTerms = Input<'POST /v1/order/public/new'>['shown']

/** Reported like an item that `deductStock` could not take: the same error, whenever the stock ran out. */
const soldOut: readonly string[] = ['out_of_stock', 'over_stock']

/**
 * Ensures that no customer pays for, or is bound to, what the confirmation screen did not show (特定商取引法 12条の6).
 * @throws ShopError 409 when an item can no longer be sold, or when a total, a date or the terms have changed; 422 when
 * the text lacks the total
 */
export function checkConfirmation(shown: ShownTerms, assessed: OrderAssessment): void {
  refuseUnsellableItems(assessed)
  const fee = assessed.second_way?.payment_fee
  const same =
    shown.payment_total === assessed.summary.payment_total &&
    shown.following_payment_total === (assessed.summary.following?.payment_total ?? null) &&
    isSame(shown.later_payment_totals, assessed) &&
    (shown.second_payment_fee ?? fee) === fee &&
    shown.first_delivery_date === assessed.first_delivery_date &&
    shown.next_delivery_date === assessed.next_delivery_date &&
    shown.next_next_delivery_date === assessed.next_next_delivery_date &&
    shown.terms_version === assessed.terms_version
  if (!same) throw amountChangedError()
  if (!hasSameGifts(shown.gift_promotion_ids, assessed))
    throw new ShopError(409, 'ERROR_PROMOTION_ENDED', 'プレゼントが変わりました。新しい内容をご確認ください。')
  requireTotalInText(shown)
}

/** @throws ShopError 409 when an item can no longer be sold */
export function refuseUnsellableItems({ problems: [problem] }: Pick<OrderAssessment, 'problems'>): void {
  if (problem)
    throw new ShopError(
      409,
      soldOut.includes(problem.error) ? 'ERROR_OUT_OF_STOCK' : 'ERROR_ORDER_REFUSED',
      problem.message,
    )
}

export const amountChangedError = () =>
  new ShopError(409, 'ERROR_AMOUNT_CHANGED', '金額またはお届け日が変わりました。新しい内容をご確認ください。')

/** The text is kept as evidence, which is worthless without the price. @throws ShopError 422 when it lacks the total */
export function requireTotalInText({ text, payment_total }: Pick<ShownTerms, 'text' | 'payment_total'>): void {
  if (!new RegExp(`(?<!\\d)${payment_total}(?!\\d)`).test(text.replaceAll(',', '')))
    throw refusedField('shown.text', '確認画面に表示した文面(お支払い合計を含みます)を送信してください。')
}

/** A browser that shows one price for all later deliveries sends no list; that price is then their maximum. */
const isSame = (totals: ShownTerms['later_payment_totals'], { summary }: OrderAssessment) =>
  totals === undefined || totals.join() === summary.later.map(({ payment_total }) => payment_total).join()

/** An older page of the browser names none, or only those of the first delivery. */
function hasSameGifts(ids: ShownTerms['gift_promotion_ids'], { summary }: OrderAssessment): boolean {
  const isThese = (gifts: typeof summary.gifts) =>
    ids?.join() === gifts.map(({ gift_promotion_id }) => gift_promotion_id).join()
  return ids === undefined || isThese(summary.gifts) || isThese([...summary.gifts, ...summary.later_gifts])
}

const day = 86_400_000

/**
 * When the screen was shown: the browser's time, unless it differs by more than a day from the server's. Then the time
 * of the order, which is the latest possible.
 */
export function confirmationShownAt({ shown_at }: Pick<ShownTerms, 'shown_at'>, now: Date): Date {
  const said = new Date(shown_at)
  return Math.abs(said.getTime() - now.getTime()) <= day ? said : now
}
