import { type CalendarDate, dateParts } from '@kushi/values/calendar-date'

interface CalendarDayProps {
  date: CalendarDate
  /** Read aloud: 2026年12月5日(土). */
  name: string
  isChosen: boolean
  isAllowed: boolean
  /** The one in the tab order. */
  isCurrent: boolean
  onPress: () => void
}

/** One day. What can't be chosen is still there to be read, and says so. */
export const CalendarDay = ({ date, name, isChosen, isAllowed, isCurrent, onPress }: CalendarDayProps) => (
  <td className="p-0">
    <button
      type="button"
      tabIndex={isCurrent ? 0 : -1}
      aria-pressed={isChosen}
      aria-disabled={!isAllowed || undefined}
      aria-label={isAllowed ? name : `${name} 選べません`}
      onClick={onPress}
      className={`numeric mx-auto grid min-h-tap w-full place-items-center rounded-base ${dayLook(isChosen, isAllowed)}`}
    >
      {dateParts(date).day}
    </button>
  </td>
)

function dayLook(isChosen: boolean, isAllowed: boolean): string {
  if (isChosen) return 'bg-ink font-medium text-surface'
  return isAllowed ? 'font-medium hover:bg-sand' : 'cursor-default text-muted line-through decoration-line'
}
