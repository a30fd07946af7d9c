import type { CalendarDate } from '@kushi/values/calendar-date'
import { formatDateWithWeekday } from '@kushi/values/date-format'
import { useId, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Calendar } from '../../../ui/calendar.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'

interface DateFieldProps {
  label: string
  /** null: not loaded yet. */
  value: CalendarDate | null
  /** As it is saved. */
  saved: CalendarDate
  /** The possible days; empty until loaded. */
  days: readonly CalendarDate[]
  hint?: string | undefined
  error?: string | undefined
  /** Set if the days could not be loaded. */
  onRetry?: (() => void) | undefined
  onChoose: (date: CalendarDate) => void
}

/** A date, with a calendar of the possible days right below it. */
export function DateField({ label, value, saved, days, hint, error, onRetry, onChoose }: DateFieldProps) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need its legend to be the heading of the button
    <div role="group" aria-labelledby={`${id}-label`} className="grid gap-1">
      <p id={`${id}-label`} className="text-sm font-medium">
        {label}
      </p>
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-describedby={`${id}-label ${id}-hint ${id}-error`}
        aria-invalid={error ? true : undefined}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setOpen(false)
        }}
        className="control flex items-center justify-between gap-3 text-left"
      >
        <span className="numeric">{value === null ? '計算しています' : formatDateWithWeekday(value)}</span>
        <span className="flex shrink-0 items-center gap-1 text-sm text-muted">
          {isOpen ? '閉じる' : '日付を選ぶ'}
          <Icon name="down" size={16} />
        </span>
      </button>
      {isOpen && value !== null && days.length > 0 && (
        // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes it from any element inside
        <div onKeyDown={(event) => event.key === 'Escape' && close()} className="pt-1">
          <Calendar
            label={label}
            days={days}
            value={value}
            saved={saved}
            onChoose={(date) => {
              onChoose(date)
              close()
            }}
          />
        </div>
      )}
      {isOpen && onRetry && (
        <div className="flex flex-wrap items-center gap-3 pt-1 text-sm">
          選べる日を読み込めませんでした。
          <Button look="secondary" onClick={onRetry}>
            もう一度試す
          </Button>
        </div>
      )}
      <p id={`${id}-hint`} className="text-xs text-muted empty:hidden">
        {hint}
      </p>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  )
}
