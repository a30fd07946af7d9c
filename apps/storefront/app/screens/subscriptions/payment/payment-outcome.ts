import type { Subscription } from '@kushi/contract/subscription'
import { formatShortDateWithWeekday } from '@kushi/values/date-format'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { doneOutcome, type Outcome } from '../manage/use-change.ts'

const { settlement_error, normal } = SUBSCRIPTION_STATUS

/** The result of a change of payment; after a failed charge, the result of the new charge. */
export function paymentOutcome(before: Subscription, after: Subscription): Outcome {
  if (before.summary_status !== settlement_error)
    return doneOutcome(`お支払い方法を変更しました。これからのお支払いは${after.payment_name}になります。`)
  if (after.lock === 'in_progress')
    return {
      tone: 'warning',
      text: 'お支払い方法を変更しました。お支払いの結果を確認しています。しばらくしてから、この画面をもう一度ご覧ください。',
    }
  if (after.summary_status === settlement_error)
    return {
      tone: 'danger',
      text: `お支払い方法を変更しましたが、お支払いができませんでした。${after.failure?.message ?? ''}`,
    }
  if (after.summary_status !== normal)
    return { tone: 'warning', text: `お支払い方法を変更しました。${after.failure?.message ?? ''}` }
  const order = after.arranged_order
  return doneOutcome(
    order
      ? `お支払い方法を変更し、${formatShortDateWithWeekday(order.delivery_date ?? after.next_delivery_date)}のお届けを手配しました。`
      : 'お支払い方法を変更しました。',
  )
}
