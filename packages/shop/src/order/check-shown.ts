import type { Input } from '../context.ts'
import { ShopError } from '../shop-error.ts'
import type { AssessedOrder } from './assess-order.ts'

type Shown = Input<'POST /v1/order/public/new'>['shown']

/**
 * Nobody pays, or is bound to, what the confirmation screen did not show (特定商取引法 12条の6).
 * @throws ShopError 409 when an item can't be sold any more, or when a total, a date or the terms changed since.
 */
export function checkShown(shown: Shown, assessed: AssessedOrder): void {
  const [problem] = assessed.problems
  if (problem) throw new ShopError(409, 'ERROR_ORDER_REFUSED', problem.message)
  const same =
    shown.payment_total === assessed.summary.payment_total &&
    shown.following_payment_total === (assessed.summary.following?.payment_total ?? null) &&
    shown.first_delivery_date === assessed.first_delivery_date &&
    shown.next_delivery_date === assessed.next_delivery_date &&
    shown.next_next_delivery_date === assessed.next_next_delivery_date &&
    shown.terms_version === assessed.terms_version
  if (!same)
    throw new ShopError(409, 'ERROR_AMOUNT_CHANGED', '金額またはお届け日が変わりました。新しい内容をご確認ください。')
}
