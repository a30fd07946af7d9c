import type { ScheduledChange } from '@kushi/contract/admin/schedule'
import { addDays, type CalendarDate } from '@kushi/values/calendar-date'
import { fromTimestamp } from '@kushi/values/timestamp'

type Dated = Pick<ScheduledChange, 'id' | 'kind' | 'subject_name' | 'starts_at' | 'ends_at'>

interface Mark {
  change: Dated
  /** `in`: began before and continues. */
  what: 'begins' | 'ends' | 'in'
}

export interface Day {
  day: CalendarDate
  marks: Mark[]
}

/** Maximum number of days in the grid. Later changes are only in the list below it. */
const MOST_DAYS = 84
const LEAST_DAYS = 28

/** Whole weeks from today to the last day on which a change begins or ends, each day with its changes. */
export function daysOf(changes: readonly Dated[], today: CalendarDate): Day[] {
  const spans = changes.map((change) => ({
    change,
    first: fromTimestamp(Date.parse(change.starts_at)),
    // A change that ends at midnight ends with the day before.
    last: change.ends_at === null ? null : fromTimestamp(Date.parse(change.ends_at) - 1),
  }))
  const dates = spans.flatMap(({ first, last }) => (last === null ? [first] : [first, last]))
  const days: Day[] = []
  for (let day = today; days.length < MOST_DAYS; day = addDays(day, 1)) {
    if (days.length >= LEAST_DAYS && days.length % 7 === 0 && dates.every((date) => date < day)) break
    days.push({
      day,
      marks: spans.flatMap(({ change, first, last }): Mark[] => {
        if (day === first) return [{ change, what: 'begins' }]
        if (last === null || day < first || day > last) return []
        return [{ change, what: day === last ? 'ends' : 'in' }]
      }),
    })
  }
  return days
}
