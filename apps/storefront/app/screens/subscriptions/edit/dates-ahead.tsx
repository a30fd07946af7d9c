import { formatWithWeekday } from '@kushi/values/date-format'
import type { Dates } from './shown-dates.ts'

/** The next three days of delivery, as they follow from what is chosen. */
export function DatesAhead({ dates: { next, nextNext, third } }: { dates: Dates }) {
  const steps = [
    ['次回', next],
    ['次々回', nextNext],
    ['その次', third],
  ] as const
  return (
    <dl aria-live="polite" className="grid gap-1 rounded-base bg-leaf-tint p-4 text-sm">
      {steps.map(([label, date]) => (
        <div key={label} className="flex gap-3">
          <dt className="w-16 shrink-0 text-muted">{label}</dt>
          <dd className="numeric font-medium">{date === null ? '—' : formatWithWeekday(date)}</dd>
        </div>
      ))}
    </dl>
  )
}
