import type { DeliveryPattern } from '@kushi/contract/order'
import { type CalendarDate, dateParts, utcMidnightMs } from '@kushi/values/calendar-date'
import { DELIVERY_PATTERN, LAST_WEEK_OF_MONTH } from '@kushi/values/delivery-pattern'
import { requiredSelect } from '@kushi/values/field-rule'
import type { PatternDraft } from '../state/purchase-draft.ts'
import type { FormFailure } from './codec.ts'

/** お届け周期 as it is sent; null while a part is not chosen. */
export function writePattern({ kind, months, day, week, day_of_week, days }: PatternDraft): DeliveryPattern | null {
  const number = (chosen: string) => (chosen ? Number(chosen) : null)
  if (kind === String(DELIVERY_PATTERN.day_interval)) {
    const param1 = number(days)
    return param1 === null ? null : { subscription_division_id: 3, param1, param2: null, param3: null }
  }
  const param1 = number(months)
  if (kind === String(DELIVERY_PATTERN.week_and_day)) {
    const [param2, param3] = [number(week), number(day_of_week)]
    return param1 && param2 && param3 ? { subscription_division_id: 2, param1, param2, param3 } : null
  }
  const param2 = number(day)
  return param1 && param2 ? { subscription_division_id: 1, param1, param2, param3: null } : null
}

/** Applies a pattern chosen elsewhere to the form values. From a product page it may lack the day. */
export function typedPattern(draft: PatternDraft, chosen: DeliveryPattern | null): PatternDraft {
  if (!chosen) return draft
  const { subscription_division_id, param1, param2, param3 } = chosen
  const kind = String(subscription_division_id)
  if (subscription_division_id === DELIVERY_PATTERN.day_interval) return { ...draft, kind, days: String(param1) }
  const months = String(param1)
  if (subscription_division_id === DELIVERY_PATTERN.monthly_date)
    return { ...draft, kind, months, day: param2 ? String(param2) : draft.day }
  const week = param2 ? String(param2) : draft.week
  return { ...draft, kind, months, week, day_of_week: param3 ? String(param3) : draft.day_of_week }
}

/**
 * お届け周期 on the day of the first delivery, as the product page promises it: 30日, or 最終水曜日. A day that was preselected
 * `from` an earlier first delivery follows. null: the customer has chosen a day, which stays.
 */
export function patternOn(draft: PatternDraft, from: string, first: CalendarDate): PatternDraft | null {
  const { day, week, day_of_week } = draft
  const isEmpty = day === '' && day_of_week === ''
  const isAsPreselected = from !== '' && JSON.stringify(daysOf(from)) === JSON.stringify({ day, week, day_of_week })
  return isEmpty || isAsPreselected ? { ...draft, ...daysOf(first) } : null
}

/** A date as a day of the month, and as a weekday of it. */
function daysOf(date: CalendarDate): Pick<PatternDraft, 'day' | 'week' | 'day_of_week'> {
  const { day } = dateParts(date)
  const week = Math.min(LAST_WEEK_OF_MONTH, Math.ceil(day / 7))
  return { day: String(day), week: String(week), day_of_week: String(new Date(utcMidnightMs(date)).getUTCDay() + 1) }
}

export function patternFailures({ kind, day, day_of_week }: PatternDraft): FormFailure[] {
  const chosen = (path: string, label: string, value: string) => {
    const broken = requiredSelect(label)(value)
    return broken ? [{ path: `pattern.${path}`, message: broken.message }] : []
  }
  if (kind === String(DELIVERY_PATTERN.monthly_date)) return chosen('day', 'お届け日', day)
  return kind === String(DELIVERY_PATTERN.week_and_day) ? chosen('day_of_week', '曜日', day_of_week) : []
}
