import type { Delivery } from '@kushi/contract/delivery'
import { AddressForm } from '@kushi/contract/form/address'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { formatDateWithWeekday } from '@kushi/values/date-format'
import { DELIVERY_PATTERN_RANGE, LAST_WEEK_OF_MONTH } from '@kushi/values/delivery-pattern'
import { offeredIntervalCounts } from '@kushi/values/landing-page'
import { useEffect, useRef, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { quietApi } from '../../../api.ts'
import { PatternFields } from '../../../form/fields/pattern-fields.tsx'
import { FormSection } from '../../../form/form.tsx'
import { patternOn } from '../../../form/pattern.ts'
import { type Buyer, type PurchaseFields, writeOrder } from '../../../form/purchase.ts'
import type { CartEntry } from '../../../state/cart.ts'
import type { ShownOffer } from '../../../state/order-offers.ts'
import type { PagePurchase } from '../../../state/page-purchase.ts'
import { useAnswer } from '../../../state/use-answer.ts'
import { Icon } from '../../../ui/icon.tsx'

const option = (value: number, label: string) => ({ value: String(value), label })
const numberOptions = (last: number, label: (value: number) => string) =>
  Array.from({ length: last }, (_, index) => option(index + 1, label(index + 1)))

const choices = {
  months: numberOptions(DELIVERY_PATTERN_RANGE.months.max, (count) => (count === 1 ? '毎月' : `${count}か月ごと`)),
  days: numberOptions(DELIVERY_PATTERN_RANGE.day.max, (day) => (day === 31 ? '末日' : `${day}日`)),
  weeks: numberOptions(LAST_WEEK_OF_MONTH, (week) => (week === LAST_WEEK_OF_MONTH ? '最終' : `第${week}`)),
  weekdays: numberOptions(7, (day) => `${'日月火水木金土'.charAt(day - 1)}曜日`),
  intervals: [10, 14, 15, 20, 21, 25, 28, 30, 35, 40, 45, 50, 55, 60, 70, 75, 80, 90, 100, 120, 150, 180].map((count) =>
    option(count, `${count}日ごと`),
  ),
}

/** Those of a 申し込みページ that has any: its months and intervals, on any day. */
function choicesOf(page: PagePurchase | null) {
  if (!page || page.intervals.length === 0) return choices
  const { months, days } = offeredIntervalCounts(page)
  return {
    ...choices,
    months: choices.months.filter(({ value }) => months.includes(value)),
    intervals: choices.intervals.filter(({ value }) => days.includes(value)),
  }
}

/** お届け周期 of a new subscription, with the resulting first three delivery days. */
export function PatternSection({ earliest, ...props }: PatternPreviewProps & { earliest: CalendarDate | undefined }) {
  usePreselected(earliest)
  return (
    <FormSection
      title="お届け周期"
      lead="2回目からのお届けの間隔です。お届けのたびに、マイページで変更・お休み・解約いただけます。締め切りの日は、確認画面とマイページでご案内します。"
    >
      <PatternFields choices={choicesOf(props.page)} />
      <PatternPreview {...props} />
    </FormSection>
  )
}

/** Selects the day of the first delivery, until the customer selects another one. */
function usePreselected(earliest: CalendarDate | undefined) {
  const { control, getValues, setValue } = useFormContext<PurchaseFields>()
  const wished = useWatch({ control, name: 'delivery_date' })
  useEffect(() => {
    const first = wished || earliest
    const { pattern, pattern_from } = getValues()
    const on = first && first !== pattern_from ? patternOn(pattern, pattern_from, first) : null
    if (!first || !on) return
    setValue('pattern_from', first)
    for (const part of ['day', 'week', 'day_of_week'] as const)
      setValue(`pattern.${part}`, on[part], { shouldValidate: true })
  }, [wished, earliest, getValues, setValue])
}

interface PatternPreviewProps {
  deliveries: readonly Delivery[]
  items: readonly CartEntry[]
  buyer: Buyer
  page: PagePurchase | null
  offers: readonly ShownOffer[]
}

/** The first three delivery days, computed by the server from the current input. */
function PatternPreview({ deliveries, items, buyer, page, offers }: PatternPreviewProps) {
  const { control, getValues } = useFormContext<PurchaseFields>()
  const form = { ...getValues(), ...useWatch({ control }) } as PurchaseFields
  // The payment method does not affect the dates, so any one is used until the customer chooses.
  const order = writeOrder(
    { ...form, payment: form.payment || '1' },
    { kind: 'periodic', deliveries, items, buyer, page, offers: () => offers },
  )
  const draft = AddressForm.safeParse(order?.shipping_address).success ? order : null
  // Asked later than the other answers: it depends on the pattern, which a new subscription chooses here.
  const { data, error } = useAnswer(
    draft && JSON.stringify(draft),
    (signal) => quietApi('POST /v1/order/validates-data', { body: draft! }, { signal }),
    { delay: 500 },
  )
  // After a change of the address, the postcode speaks.
  const box = useRef<HTMLDivElement>(null)
  const [isAskedHere, setAskedHere] = useState(false)
  useEffect(() => {
    const changed = ({ target }: Event) =>
      setAskedHere(box.current?.closest('section')?.contains(target as Node) ?? false)
    document.addEventListener('input', changed)
    return () => document.removeEventListener('input', changed)
  }, [])
  const isShown = draft !== null && data && !error
  return (
    <div ref={box} aria-live={isAskedHere ? 'polite' : 'off'} className="rounded-base bg-leaf-tint p-4 text-sm">
      {isShown ? (
        <ol className="grid gap-1">
          {deliverySteps(data).map(({ label, date }) => (
            <li key={label} className="flex gap-3">
              <span className="w-20 shrink-0 text-muted">{label}</span>
              <span className="numeric font-medium">{formatDateWithWeekday(date)}</span>
            </li>
          ))}
        </ol>
      ) : (
        <p className="flex items-start gap-2">
          <span className="mt-0.5 text-leaf">
            <Icon name="repeat" />
          </span>
          お届け先と周期を入力すると、1回目から3回目までのお届け予定日を表示します。
        </p>
      )}
    </div>
  )
}

interface StepDates {
  first_delivery_date: CalendarDate
  next_delivery_date: CalendarDate | null
  next_next_delivery_date: CalendarDate | null
}

/** 1回目, 2回目, 3回目: the delivery days that are already known. */
function deliverySteps(dates: StepDates): { label: string; date: CalendarDate }[] {
  return [dates.first_delivery_date, dates.next_delivery_date, dates.next_next_delivery_date].flatMap((date, index) =>
    date ? [{ label: `${index + 1}回目`, date }] : [],
  )
}
