import { MIN_RATE_SAMPLE } from '@kushi/values/report'

/**
 * How the totals change from this day after the first order on: 粗利 in yen, and the number of members. Members who are
 * not that old yet leave the count.
 */
export interface CohortDelta {
  day: number
  profit: number
  members: number
}

/** The last day after the first order that is looked at. */
export const MAX_PAYBACK_DAYS = 365

/**
 * 回収までの日数: returns the first day by which the 粗利 per member covers the cost of winning a member. Only members who are
 * at least that old count. null: no day yet, or too few members.
 */
export function paybackDay(changes: readonly CohortDelta[], cost: number): number | null {
  const byDay = Map.groupBy(changes, ({ day }) => day)
  let [profit, members] = [0, 0]
  for (let day = 0; day <= MAX_PAYBACK_DAYS; day++) {
    for (const change of byDay.get(day) ?? []) {
      profit += change.profit
      members += change.members
    }
    if (members < MIN_RATE_SAMPLE) return null
    if (day > 0 && profit >= cost * members) return day
  }
  return null
}
