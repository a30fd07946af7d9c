import type { Subscription } from '@kushi/contract/subscription'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { formatShortDateWithWeekday } from '@kushi/values/date-format'
import { isCashOnDelivery, isDeferredPayment } from '@kushi/values/payment-method'
import { isFailedSubscription, SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'

/** The next delivery and its deadlines, in words. */
export interface Schedule {
  date: CalendarDate
  label: string
  /** 「11月23日(月)まで変更できます」, or why not. */
  deadline: string
  /** When it is charged; null: no charge, or already charged. */
  charge: string | null
}

const { pause, cancel } = SUBSCRIPTION_STATUS

/** null: no delivery comes; the notice of the state explains it. */
export function scheduleOf(one: Subscription): Schedule | null {
  const { summary_status, arranged_order, lock, prepaid } = one
  if (summary_status === pause) return null
  const isPaid = prepaid !== null && prepaid.remaining > 0
  if (summary_status === cancel && !isPaid) return null
  if (lock === 'arranged' || (summary_status === cancel && arranged_order?.status === 'arranged'))
    return {
      date: arranged_order?.delivery_date ?? one.next_delivery_date,
      label: arranged_order?.status === 'shipped' ? 'お届け予定(発送済み)' : 'お届け予定(手配済み)',
      deadline: one.is_ending
        ? 'このお届けで終わります'
        : '発送の準備に入りました。お受け取りになるまで、変更はできません',
      charge: null,
    }
  if (summary_status === cancel)
    return {
      date: one.next_delivery_date,
      label: 'お届け予定',
      deadline: '解約済みです。お支払い済みの分をお届けします',
      charge: null,
    }
  if (isFailedSubscription(summary_status))
    return {
      date: one.next_delivery_date,
      label: 'お届け予定でした',
      deadline: 'いつでも変更できます',
      charge: one.failure?.retry_on
        ? `${formatShortDateWithWeekday(one.failure.retry_on)}に、もう一度お手続きします`
        : null,
    }
  return {
    date: one.next_delivery_date,
    label: 'お届け予定',
    deadline: lock ? (one.lock_message ?? '') : `${formatShortDateWithWeekday(one.change_deadline)}まで変更できます`,
    charge: chargeText(one),
  }
}

/** After a 解約: what still comes. */
export function afterCancelText({ prepaid, last_order }: Pick<Subscription, 'prepaid' | 'last_order'>): string {
  if (prepaid && prepaid.remaining > 0)
    return `お支払い済みの残り${prepaid.remaining}回分は、予定どおりお届けします。これ以降のお支払いはありません。`
  if (!last_order) return 'これからのお届けとお支払いはありません。'
  const day = last_order.delivery_date && `${formatShortDateWithWeekday(last_order.delivery_date)}の`
  return `${day ?? 'いまお待ちいただいている'}お届けが最後です。その後のお届けとお支払いはありません。`
}

function chargeText({ payment_method_id, charge_date, payment_total }: Subscription): string | null {
  if (payment_total === 0) return null
  if (isCashOnDelivery(payment_method_id)) return 'お受け取りのときにお支払い'
  const day = formatShortDateWithWeekday(charge_date)
  return isDeferredPayment(payment_method_id) ? '商品のあとに届く請求書でお支払い' : `${day}にお支払い`
}
