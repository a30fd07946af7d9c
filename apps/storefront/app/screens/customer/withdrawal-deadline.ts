import type { NextDelivery } from '@kushi/contract/customer'
import { formatShortWithWeekday } from '@kushi/values/date-format'
import { ARRANGED_BEFORE_DAYS } from '@kushi/values/limits'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'

type Coming = Pick<NextDelivery, 'summary_status' | 'next_delivery_date' | 'change_deadline' | 'is_changeable'>

/**
 * States until when to call. `deliveries` undefined: the next deliveries are unknown, so it states the general rule.
 */
export function withdrawalDeadline(deliveries: readonly Coming[] | undefined): string {
  if (!deliveries)
    return `定期便をご利用中の方は、次回お届け日の${ARRANGED_BEFORE_DAYS}日前までにご連絡ください。それを過ぎると、次の1回をお受け取りいただいてからのお手続きになります。`
  // A subscription with an error can be stopped at any time.
  const next = deliveries.find(({ summary_status }) => summary_status === SUBSCRIPTION_STATUS.normal)
  if (!next) return 'お届け予定の定期便はありませんので、いつでもお手続きいただけます。'
  const day = formatShortWithWeekday(next.next_delivery_date)
  return next.is_changeable
    ? `次回の定期便(${day}お届け)の前に退会されるときは、${formatShortWithWeekday(next.change_deadline)}までにご連絡ください。それを過ぎると、お受け取りいただいてからのお手続きになります。`
    : `次回の定期便(${day}お届け)は発送の準備に入っています。退会は、お受け取りいただいてからのお手続きになります。`
}
