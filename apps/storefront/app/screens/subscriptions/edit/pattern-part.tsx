import { formatDateWithWeekday } from '@kushi/values/date-format'
import { DELIVERY_PATTERN_RANGE } from '@kushi/values/delivery-pattern'
import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { type PatternChoices, PatternFields } from '../../../form/fields/pattern-fields.tsx'
import { FormSection } from '../../../form/form.tsx'
import type { SubscriptionFields } from '../../../form/subscription.ts'
import type { ShownDates } from './shown-dates.ts'

interface PatternPartProps {
  choices: PatternChoices
  dates: ShownDates
  /** The subscription's current interval. The shop may have set any number of days. */
  days: number
  /** The dates were changed last, so they speak and not the price. */
  announcesDates: boolean
}

/** お届け周期, with the resulting days. */
export function PatternPart({ choices, dates, days, announcesDates }: PatternPartProps) {
  const { control, setValue } = useFormContext<SubscriptionFields>()
  const pattern = JSON.stringify(useWatch({ control, name: 'pattern' }))
  const isMonthly = useWatch({ control, name: 'pattern.kind' }) !== '3'
  const before = useRef(pattern)
  useEffect(() => {
    if (before.current === pattern) return
    before.current = pattern
    setValue('next_next_delivery_date', '')
  }, [pattern, setValue])
  return (
    <FormSection
      id="pattern"
      title="お届け周期"
      lead={`次回より後のお届けの間隔です。${isMonthly ? '日付や曜日で選ぶと、次回のお届け日にいちばん近い日付・曜日から数えます。' : ''}`}
    >
      <PatternFields choices={{ ...choices, intervals: withCurrentInterval(choices.intervals, days) }} />
      <UpcomingDates dates={dates} isSpoken={announcesDates} />
    </FormSection>
  )
}

function withCurrentInterval(intervals: PatternChoices['intervals'], days: number): PatternChoices['intervals'] {
  const value = String(days)
  // For the other kinds of pattern this is a number of months.
  if (days < DELIVERY_PATTERN_RANGE.interval_days.min || intervals.some((one) => one.value === value)) return intervals
  const own = { value, label: `${days}日ごと` }
  return [...intervals, own].sort((a, b) => Number(a.value) - Number(b.value))
}

/** The next three delivery days with the current choices. */
function UpcomingDates({
  dates: { next, nextNext, third },
  isSpoken: isAnnounced,
}: {
  dates: ShownDates
  isSpoken: boolean
}) {
  const steps = [
    ['次回', next],
    ['次々回', nextNext],
    ['その次', third],
  ] as const
  return (
    <dl aria-live={isAnnounced ? 'polite' : 'off'} className="grid gap-1 rounded-base bg-leaf-tint p-4 text-sm">
      {steps.map(([label, date]) => (
        <div key={label} className="flex gap-3">
          <dt className="w-16 shrink-0 text-muted">{label}</dt>
          <dd className="numeric font-medium">{date === null ? '—' : formatDateWithWeekday(date)}</dd>
        </div>
      ))}
    </dl>
  )
}
