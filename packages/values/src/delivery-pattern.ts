/** How a subscription's deliveries repeat (お届け周期), `subscription_division_id`. */
export const DELIVERY_PATTERN = { monthly_date: 1, week_and_day: 2, day_interval: 3 } as const

/** Delivery intervals (お届け間隔) that a product page offers. A key holds the kind of pattern and its `param1`. */
export const DELIVERY_INTERVAL_NAME = {
  '1:1': '毎月',
  '1:2': '2か月ごと',
  '1:3': '3か月ごと',
  '3:30': '30日ごと',
  '3:45': '45日ごと',
  '3:60': '60日ごと',
} as const
export type DeliveryInterval = keyof typeof DELIVERY_INTERVAL_NAME

/** Days of the week as pattern 2 counts them, one more than `Date` does. */
export const DAY_OF_WEEK = {
  sunday: 1,
  monday: 2,
  tuesday: 3,
  wednesday: 4,
  thursday: 5,
  friday: 6,
  saturday: 7,
} as const

/** The week of the month in pattern 2 that means the last one (最終), after 1 to 4. */
export const LAST_WEEK_OF_MONTH = 5

/** Minimum and maximum of each parameter, both inclusive. */
export const DELIVERY_PATTERN_RANGE = {
  /** Patterns 1 and 2, `param1`: every n months. */
  months: { min: 1, max: 6 },
  /** Pattern 1, `param2`: day of the month; a shorter month uses its last day. */
  day: { min: 1, max: 31 },
  /** Pattern 2, `param2`. */
  week: { min: 1, max: LAST_WEEK_OF_MONTH },
  /** Pattern 2, `param3`. */
  day_of_week: { min: DAY_OF_WEEK.sunday, max: DAY_OF_WEEK.saturday },
  /** Pattern 3, `param1`: every n days. */
  interval_days: { min: 10, max: 180 },
} as const

/** お届け周期 as on the wire and in its columns. */
interface Pattern {
  readonly subscription_division_id: number
  readonly param1: number
  readonly param2: number | null
  readonly param3: number | null
}

/** The text for a valid pattern: 「毎月5日」「毎月末日」「2か月ごとの第2木曜日」「30日ごと」 */
export function deliveryPatternText({ subscription_division_id, param1, param2, param3 }: Pattern): string {
  if (subscription_division_id === DELIVERY_PATTERN.day_interval) return `${param1}日ごと`
  const months = param1 === 1 ? '毎月' : `${param1}か月ごとの`
  if (subscription_division_id === DELIVERY_PATTERN.monthly_date)
    return `${months}${param2 === DELIVERY_PATTERN_RANGE.day.max ? '末日' : `${param2}日`}`
  const week = param2 === LAST_WEEK_OF_MONTH ? '最終' : `第${param2}`
  return `${months}${week}${'日月火水木金土'.charAt((param3 ?? 1) - 1)}曜日`
}
