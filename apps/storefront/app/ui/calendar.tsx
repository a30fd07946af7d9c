import { type CalendarDate, dateParts } from '@kushi/values/calendar-date'
import { formatDateWithWeekday } from '@kushi/values/date-format'
import { publicHolidayName } from '@kushi/values/public-holiday'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { CalendarHead } from './calendar-head.tsx'
import { clampDate, dateAfterKey, firstOf, monthOf, monthsLater, weeksOf } from './calendar-month.ts'

export interface CalendarProps {
  /** Label of the choice: 次回のお届け日. */
  label: string
  /** The selectable days, in order; never empty. */
  days: readonly CalendarDate[]
  value: CalendarDate
  /** The day as it is saved. */
  saved: CalendarDate
  onChoose: (date: CalendarDate) => void
}

const weekdays = [...'日月火水木金土']

/**
 * Shows one month. One day is in the tab order; arrow, Home, End and Page keys move from it, and change the month if
 * needed. Our own instead of react-day-picker, which adds a date library to the page; we only need this grid.
 */
export function Calendar({ label, days, value, saved, onChoose }: CalendarProps) {
  const first = days[0] ?? value
  const last = days.at(-1) ?? value
  const [at, setAt] = useState(() => clampDate(value, first, last))
  const month = monthOf(at)
  const weeks = weeksOf(month)
  const holidays = new Map(weeks.flat().flatMap((date) => namedHoliday(date)))
  const grid = useRef<HTMLTableElement>(null)
  /** Only keys move the focus to a day. The month buttons keep it. */
  const isMoving = useRef(false)
  const id = useId()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves after the day `at` is rendered
  useEffect(() => {
    if (!isMoving.current) return
    isMoving.current = false
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [at])

  function move(event: KeyboardEvent) {
    const to = dateAfterKey(event.key, at)
    if (to === null) return
    event.preventDefault()
    isMoving.current = true
    setAt(clampDate(to, first, last))
  }
  const turnMonths = (count: number) => setAt(clampDate(firstOf(monthsLater(month, count)), first, last))

  return (
    <div className="rounded-base border border-line bg-surface p-2 md:max-w-panel md:p-3">
      <CalendarHead
        id={id}
        month={month}
        onMonthChange={turnMonths}
        isFirst={month === monthOf(first)}
        isLast={month === monthOf(last)}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table with interactive cells */}
      <table role="grid" ref={grid} aria-label={label} aria-describedby={id} className="w-full table-fixed text-center">
        <thead>
          <tr>
            {weekdays.map((name, n) => (
              <th
                key={name}
                scope="col"
                abbr={`${name}曜日`}
                className={`py-1 text-xs font-normal ${n === 0 ? 'text-camellia' : 'text-muted'}`}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={move}>
          {weeks.map((week) => (
            <tr key={week.find((date) => date !== null)}>
              {week.map((date, index) =>
                date === null ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: an empty cell has only its position
                  <td key={index} />
                ) : (
                  <CalendarDay
                    key={date}
                    date={date}
                    name={[formatDateWithWeekday(date), holidays.get(date)].filter(Boolean).join(' ')}
                    isChosen={date === value}
                    isAllowed={days.includes(date)}
                    isSaved={date === saved}
                    isRestDay={index === 0 || holidays.has(date)}
                    isCurrent={date === at}
                    onPress={() => {
                      setAt(clampDate(date, first, last))
                      if (days.includes(date)) onChoose(date)
                    }}
                  />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {holidays.size > 0 && (
        <p className="flex flex-wrap gap-x-3 px-1 pt-2 text-xs text-camellia">
          {[...holidays].map(([date, name]) => (
            <span key={date} className="numeric">
              {dateParts(date).day}日 {name}
            </span>
          ))}
        </p>
      )}
      <p className="px-1 pt-2 text-xs text-muted">
        枠の日は、いまのお届け日です。線を引いた日は、発送の都合や休業日のため、お選びいただけません。
      </p>
    </div>
  )
}

/** A day and the name of its 祝日, if it is one. */
function namedHoliday(date: CalendarDate | null): [CalendarDate, string][] {
  const name = date && publicHolidayName(date)
  return name ? [[date, name]] : []
}

interface CalendarDayProps {
  date: CalendarDate
  /** Text for screen readers: 2026年11月3日(火) 文化の日. */
  name: string
  isChosen: boolean
  isAllowed: boolean
  isSaved: boolean
  /** Sunday or 祝日. */
  isRestDay: boolean
  /** The day is in the tab order. */
  isCurrent: boolean
  onPress: () => void
}

/** One day. Days that can't be chosen are still readable by screen readers, and marked as disabled. */
const CalendarDay = ({ date, name, isChosen, isAllowed, isSaved, isRestDay, isCurrent, onPress }: CalendarDayProps) => (
  <td className="p-0">
    <button
      type="button"
      tabIndex={isCurrent ? 0 : -1}
      aria-pressed={isChosen}
      aria-disabled={!isAllowed || undefined}
      aria-label={`${name}${isSaved ? ' いまのお届け日' : ''}${isAllowed ? '' : ' 選べません'}`}
      onClick={onPress}
      className={`numeric mx-auto grid min-h-tap w-full place-items-center rounded-base ${dayClass(isChosen, isAllowed)} ${isSaved ? 'outline-1 -outline-offset-2 outline-edge' : ''} ${isRestDay && isAllowed && !isChosen ? 'text-camellia' : ''}`}
    >
      {dateParts(date).day}
    </button>
  </td>
)

function dayClass(isChosen: boolean, isAllowed: boolean): string {
  if (isChosen) return 'bg-ink font-medium text-surface'
  return isAllowed ? 'font-medium hover:bg-sand' : 'cursor-default text-muted line-through decoration-line'
}
