import type { CalendarDate } from '@kushi/values/calendar-date'
import { formatShortDateWithWeekday } from '@kushi/values/date-format'
import { useEffect, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type { PurchaseFields, ShipTo } from '../../../form/purchase.ts'
import { useFields } from '../../../form/use-fields.ts'
import { registerStore } from '../../../state/register.ts'
import { type Answer, useAnswer } from '../../../state/use-answer.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import type { PrefetchedAnswers } from './begin-answers.ts'
import { type DeliveryDates, deliveryDayLabel, fetchTimes } from './delivery-days.ts'

interface DateFieldsProps {
  delivery_id: number | null
  shipTo: ShipTo | null
  dates: Answer<DeliveryDates>
  pay_until: string | null
  prefetched: PrefetchedAnswers
}

/** お届け希望日 and 時間帯. Removes a day that the address no longer allows, and states this. */
export function DateFields({ delivery_id: id, shipTo, dates, pay_until, prefetched }: DateFieldsProps) {
  const { getValues, setValue, setError } = useFormContext<PurchaseFields>()
  const { field } = useFields<PurchaseFields>()
  const times = useAnswer(id === null ? null : String(id), (signal) => fetchTimes(id!, { signal }), {
    prefetched: prefetched.times,
  })
  // After a return from the confirmation, the former choices are shown until the server responds.
  const [offered] = useState(() => registerStore.getState())
  const days = shipTo ? (dates.data?.items ?? offered.desiredDeliveryDays) : []
  const zones = times.data ?? offered.desiredDeliveryTimeZone

  const conditions = JSON.stringify([id, shipTo, pay_until])
  /** For which method, address and payment the days were shown before. */
  const before = useRef(conditions)
  // biome-ignore lint/correctness/useExhaustiveDependencies: checks the chosen day when days arrive, not when `conditions` change before them
  useEffect(() => {
    // Until the answer is there, `data` is that of the address before.
    if (dates.isLoading) return
    const isUnchanged = before.current === conditions
    before.current = conditions
    const chosen = getValues('delivery_date')
    if (!dates.data || !chosen || dates.data.items.includes(chosen)) return
    setValue('delivery_date', '')
    setError('delivery_date', { message: dayUnavailableText(chosen, dates.data.earliest, isUnchanged) })
  }, [dates.data, dates.isLoading])
  // The options are loaded later than the stored value.
  useEffect(() => {
    if (times.data) setValue('delivery_time_id', getValues('delivery_time_id'))
    if (dates.data) setValue('delivery_date', getValues('delivery_date'))
  }, [times.data, dates.data, getValues, setValue])

  const earliest = dates.data && shipTo ? `(${formatShortDateWithWeekday(dates.data.earliest)})` : ''
  const hint = dates.error
    ? 'お届け日を読み込めませんでした。指定なしのまま進めます。'
    : !shipTo && 'お届け先の郵便番号を入力すると、お届け希望日を選べます。'
  return (
    <div className="grid gap-6 lg:grid-cols-[3fr_2fr] lg:gap-4">
      {hint && <p className="text-sm text-muted lg:col-span-2">{hint}</p>}
      <SelectField
        {...field('delivery_date')}
        label="お届け希望日"
        required={false}
        options={days.map((date) => ({
          value: date,
          label: deliveryDayLabel(date),
        }))}
        placeholder={`指定なし・最短でお届け${earliest}`}
      />
      <SelectField
        {...field('delivery_time_id')}
        label="時間帯"
        required={false}
        options={zones.map(({ id, delivery_time }) => ({ value: String(id), label: delivery_time }))}
        placeholder="指定なし"
      />
    </div>
  )
}

/** Why a day can't be chosen any more. `isUnchanged`: neither method, address nor payment were changed, so time has passed. */
function dayUnavailableText(chosen: CalendarDate, earliest: CalendarDate, isSame: boolean): string {
  const day = formatShortDateWithWeekday(chosen)
  const reason = !isSame
    ? `お届け先・お届け方法・お支払い方法に合わせると、${day}にはお届けできません。`
    : chosen < earliest
      ? `お手続きの間に日付が変わり、${day}のお届けは受付を終えました。`
      : `${day}にはお届けできなくなりました。`
  return `${reason}いちばん早いお届け日は${formatShortDateWithWeekday(earliest)}です。お選び直しください。`
}
