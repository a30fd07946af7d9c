import { DELIVERY_PATTERN, DELIVERY_PATTERN_RANGE, LAST_WEEK } from './delivery-pattern.ts'

/** お届け周期 as on the wire and in its columns. */
interface Pattern {
  readonly subscription_division_id: number
  readonly param1: number
  readonly param2: number | null
  readonly param3: number | null
}

/** The text for a valid pattern: 「毎月5日」「毎月末日」「2か月ごとの第2木曜日」「30日ごと」 */
export function patternLabel({ subscription_division_id, param1, param2, param3 }: Pattern): string {
  if (subscription_division_id === DELIVERY_PATTERN.day_interval) return `${param1}日ごと`
  const months = param1 === 1 ? '毎月' : `${param1}か月ごとの`
  if (subscription_division_id === DELIVERY_PATTERN.monthly_date)
    return `${months}${param2 === DELIVERY_PATTERN_RANGE.day.max ? '末日' : `${param2}日`}`
  const week = param2 === LAST_WEEK ? '最終' : `第${param2}`
  return `${months}${week}${'日月火水木金土'.charAt((param3 ?? 1) - 1)}曜日`
}
