import { DELIVERY_PATTERN_RANGE } from '@kushi/values/delivery-pattern'
import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { type PatternChoices, PatternFields } from '../../../form/fields/pattern-fields.tsx'
import { FormSection } from '../../../form/form-section.tsx'
import type { SubscriptionFields } from '../../../form/subscription.ts'
import { DatesAhead } from './dates-ahead.tsx'
import type { Dates } from './shown-dates.ts'

interface PatternPartProps {
  choices: PatternChoices
  dates: Dates
  /** Its own interval, which the shop may have set to any number of days. */
  days: number
}

/** お届け周期, with the days that follow from it. */
export function PatternPart({ choices, dates, days }: PatternPartProps) {
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
      lead={`次回より後のお届けの間隔です。${isMonthly ? '日付・曜日の周期は、次回のお届け日にいちばん近い「周期の日」から数えます。' : ''}`}
    >
      <PatternFields choices={{ ...choices, intervals: withOwn(choices.intervals, days) }} />
      <DatesAhead dates={dates} />
    </FormSection>
  )
}

function withOwn(intervals: PatternChoices['intervals'], days: number): PatternChoices['intervals'] {
  const value = String(days)
  // Of the other kinds it is a number of months.
  if (days < DELIVERY_PATTERN_RANGE.interval_days.min || intervals.some((one) => one.value === value)) return intervals
  const own = { value, label: `${days}日ごと` }
  return [...intervals, own].sort((a, b) => Number(a.value) - Number(b.value))
}
