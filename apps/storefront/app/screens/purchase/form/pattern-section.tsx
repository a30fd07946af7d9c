import { DELIVERY_PATTERN_RANGE, LAST_WEEK } from '@kushi/values/delivery-pattern'
import { PatternFields } from '../../../form/fields/pattern-fields.tsx'
import { FormSection } from '../../../form/form-section.tsx'
import { PatternPreview, type PatternPreviewProps } from './pattern-preview.tsx'

const option = (value: number, label: string) => ({ value: String(value), label })
const upTo = (last: number, label: (value: number) => string) =>
  Array.from({ length: last }, (_, index) => option(index + 1, label(index + 1)))

const choices = {
  months: upTo(DELIVERY_PATTERN_RANGE.months.max, (count) => (count === 1 ? '毎月' : `${count}か月ごと`)),
  days: upTo(DELIVERY_PATTERN_RANGE.day.max, (day) => (day === 31 ? '末日' : `${day}日`)),
  weeks: upTo(LAST_WEEK, (week) => (week === LAST_WEEK ? '最終' : `第${week}`)),
  weekdays: upTo(7, (day) => `${'日月火水木金土'.charAt(day - 1)}曜日`),
  intervals: [10, 14, 15, 20, 21, 25, 28, 30, 35, 40, 45, 50, 55, 60, 70, 75, 80, 90, 100, 120, 150, 180].map((count) =>
    option(count, `${count}日ごと`),
  ),
}

/** お届け周期 of a new subscription, with the first three days that come of it. */
export const PatternSection = (props: PatternPreviewProps) => (
  <FormSection
    title="お届け周期"
    lead="2回目からのお届けの間隔です。お届けのたびに、マイページでいつでも変更・お休み・解約いただけます。"
  >
    <PatternFields choices={choices} />
    <PatternPreview {...props} />
  </FormSection>
)
