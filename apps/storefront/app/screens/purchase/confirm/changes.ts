import type { CalendarDate } from '@kushi/values/calendar-date'
import { formatDateWithWeekday } from '@kushi/values/date-format'
import { secondWayFeeLabel } from '@kushi/values/second-way'
import { formatYen } from '@kushi/values/yen'

/** The terms that the customer would accept. */
interface AcceptedTerms {
  summary: { payment_total: number; following: { payment_total: number } | null }
  second_way?: { payment_fee: number } | null
  first_delivery_date: CalendarDate
  next_delivery_date: CalendarDate | null
}

interface ChangeOccasion {
  /** Midnight passed in between. */
  isNextDay?: boolean
  /** The way of the order. */
  payment_method_id?: number | null
}

/** Lists the differences from the terms shown before, in words. */
export function changesBetween(
  before: AcceptedTerms,
  after: AcceptedTerms,
  { isNextDay = false, payment_method_id = null }: ChangeOccasion = {},
): string[] {
  const amount = (label: string, from: number | undefined, to: number | undefined) =>
    from === undefined || to === undefined || from === to
      ? []
      : [`${label}が ${formatYen(from)} から ${formatYen(to)} に変わりました。`]
  const date = (label: string, from: CalendarDate | null, to: CalendarDate | null) =>
    from === null || to === null || from === to
      ? []
      : [
          `${isNextDay && from < to ? '日付が変わったため、' : ''}${label}が ${formatDateWithWeekday(from)} から ${formatDateWithWeekday(to)} に変わりました。`,
        ]
  return [
    ...amount('お支払い合計', before.summary.payment_total, after.summary.payment_total),
    ...amount('2回目からのお支払い', before.summary.following?.payment_total, after.summary.following?.payment_total),
    ...amount(secondWayFeeLabel(payment_method_id), before.second_way?.payment_fee, after.second_way?.payment_fee),
    ...date('お届け予定日', before.first_delivery_date, after.first_delivery_date),
    ...date('次回のお届け予定日', before.next_delivery_date, after.next_delivery_date),
  ]
}
