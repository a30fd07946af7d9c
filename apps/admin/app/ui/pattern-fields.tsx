import type { PhoneOrder } from '@kushi/contract/admin/phone-order'
import { DELIVERY_PATTERN, DELIVERY_PATTERN_RANGE } from '@kushi/values/delivery-pattern'
import { useWatch } from 'react-hook-form'
import { useFieldError } from './field-error.ts'
import { formFor } from './form-for.ts'

const { NumberField, SelectField } = formFor<PatternFormValues>()

/** お届け周期 in the form: keeps the values of every kind while `kind` changes. */
export interface PatternFormValues {
  kind: number
  months: number
  day: number
  week: number
  day_of_week: number
  interval_days: number | null
}

type OrderPattern = Pick<PhoneOrder, 'delivery_pattern'>
type Pattern = NonNullable<OrderPattern['delivery_pattern']>

export function patternOf({ kind, months, day, week, day_of_week, interval_days }: PatternFormValues): Pattern {
  if (kind === DELIVERY_PATTERN.day_interval)
    return { subscription_division_id: 3, param1: interval_days ?? 0, param2: null, param3: null }
  if (kind === DELIVERY_PATTERN.week_and_day)
    return { subscription_division_id: 2, param1: months, param2: week, param3: day_of_week }
  return { subscription_division_id: 1, param1: months, param2: day, param3: null }
}

const { months, day, interval_days } = DELIVERY_PATTERN_RANGE
const rangeChoices = ({ min, max }: { min: number; max: number }, text: (n: number) => string) =>
  Array.from({ length: max - min + 1 }, (_, n) => ({ value: min + n, label: text(min + n) }))

const kinds = [
  { value: DELIVERY_PATTERN.monthly_date, label: '毎月の日付で' },
  { value: DELIVERY_PATTERN.week_and_day, label: '毎月の曜日で' },
  { value: DELIVERY_PATTERN.day_interval, label: '日数ごとに' },
]
const monthChoices = rangeChoices(months, (n) => (n === 1 ? '毎月' : `${n}か月ごと`))
const daysOfMonth = rangeChoices(day, (n) => (n === day.max ? '末日' : `${n}日`))
const weeks = ['第1', '第2', '第3', '第4', '最終'].map((label, n) => ({ value: n + 1, label }))
const weekdays = [...'日月火水木金土'].map((name, n) => ({ value: n + 1, label: `${name}曜日` }))

/** お届け周期 in a form. */
export function PatternFields() {
  const { kind } = useWatch<PatternFormValues>()
  // The error is about the whole pattern, or about the typed number.
  const errors = [
    useFieldError<OrderPattern>('delivery_pattern'),
    useFieldError<OrderPattern>('delivery_pattern.param1'),
  ]
  const message = errors[0] ?? errors[1]
  return (
    <>
      <div className="grid gap-x-4 md:grid-cols-3">
        <SelectField name="kind" label="周期" isNumber choices={kinds} />
        {Number(kind) === DELIVERY_PATTERN.day_interval ? (
          <NumberField
            name="interval_days"
            label="日数"
            unit="日ごと"
            isRequired
            hint={`${interval_days.min}日から${interval_days.max}日まで。`}
          />
        ) : (
          <SelectField name="months" label="月" isNumber choices={monthChoices} />
        )}
        {Number(kind) === DELIVERY_PATTERN.monthly_date && (
          <SelectField name="day" label="日" isNumber choices={daysOfMonth} />
        )}
        {Number(kind) === DELIVERY_PATTERN.week_and_day && (
          <>
            <SelectField name="week" label="週" isNumber choices={weeks} />
            <SelectField name="day_of_week" label="曜日" isNumber choices={weekdays} />
          </>
        )}
      </div>
      {message && (
        <p role="alert" className="mb-4 text-danger text-xs">
          {message}
        </p>
      )}
    </>
  )
}
