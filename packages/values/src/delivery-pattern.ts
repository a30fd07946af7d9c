/** How a subscription's deliveries repeat (お届け周期), `subscription_division_id`. */
export const DELIVERY_PATTERN = { monthly_date: 1, week_and_day: 2, day_interval: 3 } as const

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
export const LAST_WEEK = 5

/** Minimum and maximum of each parameter, both inclusive. */
export const DELIVERY_PATTERN_RANGE = {
  /** Patterns 1 and 2, `param1`: every n months. */
  months: { min: 1, max: 6 },
  /** Pattern 1, `param2`: day of the month; a shorter month uses its last day. */
  day: { min: 1, max: 31 },
  /** Pattern 2, `param2`. */
  week: { min: 1, max: LAST_WEEK },
  /** Pattern 2, `param3`. */
  day_of_week: { min: DAY_OF_WEEK.sunday, max: DAY_OF_WEEK.saturday },
  /** Pattern 3, `param1`: every n days. */
  interval_days: { min: 10, max: 180 },
} as const
