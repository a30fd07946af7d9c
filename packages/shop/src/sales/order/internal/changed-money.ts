import { addressLine } from '@kushi/values/address'
import { daysBetween } from '@kushi/values/calendar-date'
import { isCashOnDelivery, isDeferredPayment, paymentMethodName } from '@kushi/values/payment-method'
import { timestampToJapanDate } from '@kushi/values/timestamp'
import { formatYen } from '@kushi/values/yen'
import type { Context } from '../../../context.ts'
import { invalidFields, ShopError } from '../../../shop-error.ts'
import { checkPayment, deferredPartyFailures, type PaymentRow, paymentPlaceRefusal } from '../../payment/index.ts'
import type { OrderRow } from './order-row.ts'

interface Money {
  before: OrderRow
  after: OrderRow
  /** The order's last payment. */
  paid: PaymentRow | null
  mail_delivery_flag: boolean
}

/** An authorisation of 0 yen can't be captured. */
export const TOTAL_TOO_LOW_TEXT = '合計は1円以上にしてください。すべて無料にするときは、キャンセルをお使いください。'

/**
 * The refusal to lower a total below the credited amount. A 年払い cancelled before its first parcel left has such a
 * credit.
 */
export const belowCreditedText = ({ credited_amount }: PaymentRow): string =>
  `お返しすることになっている${formatYen(credited_amount)}より、合計を少なくはできません。`

const beside = (message: string) => invalidFields([{ path: 'adjustment_amount', message_id: 'cmn-err-002', message }])

/** @throws ShopError 422 for a total to which the payment can't be changed, beside the field to correct */
export async function checkChangedTotal(ctx: Context, money: Money): Promise<void> {
  const { before, after, paid } = money
  const { payment_method_id } = after
  const more = after.payment_total - before.payment_total
  if (paid === null || before.payment_total === 0) {
    if (more !== 0) throw beside('お支払いのないご注文のため、合計を変更できません。')
    return
  }
  if (after.payment_total < 1) throw beside(TOTAL_TOO_LOW_TEXT)
  if (more !== 0 && after.payment_total < paid.credited_amount) throw beside(belowCreditedText(paid))
  if (isDeferredPayment(payment_method_id)) {
    const failures = deferredPartyFailures({ ...after, address: addressLine(after) })
    if (failures.length > 0) throw invalidFields(failures)
  }
  const occasion = {
    payment_method_id,
    is_subscription: after.subscription_id !== null,
    mail_delivery_flag: money.mail_delivery_flag,
    delivery_notes: after.delivery_notes,
    ...(after.delivery_date && {
      delivery_in_days: daysBetween(timestampToJapanDate(before.created_at.getTime()), after.delivery_date),
    }),
  }
  const nowhere = paymentPlaceRefusal(
    { payment_method_id, for_subscriptions: null },
    { ...occasion, amount: undefined },
  )
  if (nowhere) throw beside(nowhere)
  // The shop may no longer offer the method; that matters only for an increase.
  if (more <= 0) return
  const asMember = { ...ctx, customer_id: before.customer_id }
  try {
    // The current amount is already part of the open amount, so only the increase has to fit.
    await checkPayment(asMember, { ...occasion, amount: more })
    await checkPayment({ ...asMember, customer_id: null }, { ...occasion, amount: after.payment_total })
  } catch (error) {
    throw error instanceof ShopError ? beside(error.message) : error
  }
}

/** Whether the provider has to be called: an invoice contains recipient and items, any other payment only an amount. */
export function needsProviderChange({ before, after }: Pick<Money, 'before' | 'after'>, areItemsNew: boolean): boolean {
  if (after.payment_total !== before.payment_total) return true
  const names = ['name01', 'name02', 'postal_code01', 'postal_code02', 'pref_id', 'addr01', 'addr02', 'addr03'] as const
  return (
    isDeferredPayment(after.payment_method_id) &&
    (areItemsNew || [...names, 'phone_number' as const].some((one) => after[one] !== before[one]))
  )
}

/** One sentence on what a change of an order does to its payment. */
export function paymentChangeText({ before, after }: Pick<Money, 'before' | 'after'>, isBilled: boolean): string {
  const method = paymentMethodName(after.payment_method_id)
  if (after.payment_total === before.payment_total)
    return isBilled ? `金額は変わりません。${method}の請求先と明細を変更します。` : 'お支払い金額は変わりません。'
  const amounts = `${formatYen(before.payment_total)}から${formatYen(after.payment_total)}`
  return isCashOnDelivery(after.payment_method_id)
    ? `お届け時に受け取る金額を、${amounts}に変更します。`
    : `${method}の仮売上を、${amounts}に変更します。`
}
