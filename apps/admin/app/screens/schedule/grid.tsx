import type { ScheduledChange } from '@kushi/contract/admin/schedule'
import { addDays, type CalendarDate } from '@kushi/values/calendar-date'
import { SCHEDULE_KIND_NAME } from '@kushi/values/schedule'
import { timestampToJapanDate } from '@kushi/values/timestamp'
import { useMe } from '../../me.ts'
import { cx } from '../../ui/cx.ts'
import { Section } from '../../ui/page.tsx'
import { formatDate } from '../../ui/time.tsx'

type ScheduleEntry = Pick<ScheduledChange, 'id' | 'kind' | 'subject_name' | 'starts_at' | 'ends_at'>

interface Mark {
  change: ScheduleEntry
  /** `in`: began before and continues; `only`: begins and ends on this day. */
  what: 'begins' | 'ends' | 'in' | 'only'
}

interface Day {
  day: CalendarDate
  marks: Mark[]
}

/** Maximum number of days in the grid. Later changes are only in the list below it. */
const MAX_DAYS = 84
const MIN_DAYS = 28

/** Whole weeks from today to the last day on which a change begins or ends, each day with its changes. */
export function daysOf(changes: readonly ScheduleEntry[], today: CalendarDate): Day[] {
  const spans = changes.map((change) => ({
    change,
    first: timestampToJapanDate(Date.parse(change.starts_at)),
    // A change that ends at midnight ends with the day before.
    last: change.ends_at === null ? null : timestampToJapanDate(Date.parse(change.ends_at) - 1),
  }))
  const dates = spans.flatMap(({ first, last }) => (last === null ? [first] : [first, last]))
  const days: Day[] = []
  for (let day = today; days.length < MAX_DAYS; day = addDays(day, 1)) {
    if (days.length >= MIN_DAYS && days.length % 7 === 0 && dates.every((date) => date < day)) break
    days.push({
      day,
      marks: spans.flatMap(({ change, first, last }): Mark[] => {
        if (day === first) return [{ change, what: day === last ? 'only' : 'begins' }]
        if (last === null || day < first || day > last) return []
        return [{ change, what: day === last ? 'ends' : 'in' }]
      }),
    })
  }
  return days
}

/** The column of the first day, in a week that starts on Sunday. */
const columns = [
  'md:col-start-1',
  'md:col-start-2',
  'md:col-start-3',
  'md:col-start-4',
  'md:col-start-5',
  'md:col-start-6',
  'md:col-start-7',
]
const words = { begins: '始まり', ends: '終わり', in: '実施中', only: 'この日だけ' }

/** カレンダー: every coming change on its day, with a link to where it can be taken back. */
export function Grid({ changes }: { changes: ScheduledChange[] }) {
  const { today } = useMe()
  const days = daysOf(changes, today)
  const before = new Date(`${today}T12:00:00Z`).getUTCDay()
  return (
    <Section title="カレンダー" lead="予定を押すと、下の一覧で内容を見て、取り消せます。">
      <ol className="grid grid-cols-1 gap-1 md:grid-cols-7">
        {days.map(({ day, marks }, n) => (
          <li
            key={day}
            className={cx(
              'min-h-16 rounded-base border border-line px-2 py-1',
              n === 0 && columns[before],
              // On a phone, days without a change are hidden.
              marks.length === 0 && 'hidden text-muted md:block',
            )}
          >
            <span className="block text-xs">{formatDate(day)}</span>
            {marks.map(({ change: { id, kind, subject_name }, what }) => (
              <a
                key={id}
                href={`#change-${id}`}
                className={cx('block text-xs', what === 'in' ? 'text-muted hover:underline' : 'text-link')}
              >
                {SCHEDULE_KIND_NAME[kind]}
                {subject_name && ` ${subject_name}`} {words[what]}
              </a>
            ))}
          </li>
        ))}
      </ol>
    </Section>
  )
}
