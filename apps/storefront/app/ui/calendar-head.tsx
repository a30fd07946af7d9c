import { dateParts } from '@kushi/values/calendar-date'
import { firstOf, type Month } from './calendar-month.ts'
import { Icon, type IconName } from './icon.tsx'

interface CalendarHeadProps {
  id: string
  month: Month
  isFirst: boolean
  isLast: boolean
  onMonthChange: (months: number) => void
}

/** The month, with buttons for the previous and the next one. */
export function CalendarHead({ id, month, isFirst, isLast, onMonthChange }: CalendarHeadProps) {
  const { year, month: number } = dateParts(firstOf(month))
  return (
    <div className="flex items-center justify-between">
      <MonthButton icon="left" label="前の月" isEnd={isFirst} onTurn={() => onMonthChange(-1)} />
      <p id={id} aria-live="polite" className="numeric text-sm font-medium">
        {year}年{number}月
      </p>
      <MonthButton icon="right" label="次の月" isEnd={isLast} onTurn={() => onMonthChange(1)} />
    </div>
  )
}

const MonthButton = ({
  icon,
  label,
  isEnd,
  onTurn,
}: {
  icon: IconName
  label: string
  isEnd: boolean
  onTurn: () => void
}) => (
  <button
    type="button"
    aria-label={label}
    aria-disabled={isEnd || undefined}
    onClick={() => {
      if (!isEnd) onTurn()
    }}
    className="grid size-tap place-items-center rounded-base hover:bg-sand aria-disabled:cursor-default aria-disabled:text-line"
  >
    <Icon name={icon} size={16} />
  </button>
)
