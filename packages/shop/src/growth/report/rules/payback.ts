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
 * 回収までの日数: the first day on which the 粗利 of the days up to it, per member who is at least that old, is what winning one cost. null: not
 * yet, or there are too few members to say so.
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
