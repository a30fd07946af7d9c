import { DELIVERY_PATTERN, DELIVERY_PATTERN_RANGE, LAST_WEEK } from '@kushi/values/delivery-pattern'
import { useFormContext, useWatch } from 'react-hook-form'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { FormSection } from './form-section.tsx'
import { PatternPreview, type PatternPreviewProps } from './pattern-preview.tsx'
import type { PurchaseForm } from './purchase-form.ts'
import { useFieldError } from './use-field-error.ts'

const option = (value: number, label: string) => ({ value: String(value), label })
const upTo = (last: number, label: (value: number) => string) =>
  Array.from({ length: last }, (_, index) => option(index + 1, label(index + 1)))

const kinds = [
  { value: String(DELIVERY_PATTERN.monthly_date), label: '日付で選ぶ', description: '例: 毎月5日' },
  { value: String(DELIVERY_PATTERN.week_and_day), label: '曜日で選ぶ', description: '例: 毎月第2木曜日' },
  { value: String(DELIVERY_PATTERN.day_interval), label: '間隔で選ぶ', description: '例: 30日ごと' },
]
const months = upTo(DELIVERY_PATTERN_RANGE.months.max, (count) => (count === 1 ? '毎月' : `${count}か月ごと`))
const days = upTo(DELIVERY_PATTERN_RANGE.day.max, (day) => (day === 31 ? '末日' : `${day}日`))
const weeks = upTo(LAST_WEEK, (week) => (week === LAST_WEEK ? '最終' : `第${week}`))
const weekdays = upTo(7, (day) => `${'日月火水木金土'.charAt(day - 1)}曜日`)
const intervals = [10, 14, 15, 20, 21, 25, 28, 30, 35, 40, 45, 50, 55, 60, 70, 75, 80, 90, 100, 120, 150, 180].map(
  (count) => option(count, `${count}日ごと`),
)

/** お届け周期: three ways to say it, each in words that are read as a sentence. */
export function PatternSection(props: PatternPreviewProps) {
  const { register, control } = useFormContext<PurchaseForm>()
  const errorOf = useFieldError()
  const kind = useWatch({ control, name: 'pattern.kind' })
  const isMonthly = kind === '1' || kind === '2'
  return (
    <FormSection
      title="お届け周期"
      lead="2回目からのお届けの間隔です。お届けのたびに、マイページでいつでも変更・お休み・解約いただけます。"
    >
      <RadioCards
        {...register('pattern.kind')}
        legend="周期の決め方"
        hideLegend
        options={kinds}
        error={errorOf('pattern.kind')}
      />
      <div className="grid grid-cols-2 gap-4 md:grid-cols-3">
        {isMonthly && (
          <div className={kind === '2' ? 'max-md:col-span-2' : ''}>
            <SelectField {...register('pattern.months')} label="間隔" required options={months} />
          </div>
        )}
        {kind === '1' && (
          <SelectField
            {...register('pattern.day')}
            label="お届け日"
            required
            options={days}
            placeholder="選択"
            error={errorOf('pattern.day')}
          />
        )}
        {kind === '2' && <SelectField {...register('pattern.week')} label="週" required options={weeks} />}
        {kind === '2' && (
          <SelectField
            {...register('pattern.day_of_week')}
            label="曜日"
            required
            options={weekdays}
            placeholder="選択"
            error={errorOf('pattern.day_of_week')}
          />
        )}
        {kind === '3' && <SelectField {...register('pattern.days')} label="間隔" required options={intervals} />}
      </div>
      <PatternPreview {...props} />
    </FormSection>
  )
}
