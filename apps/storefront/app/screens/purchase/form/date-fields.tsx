import { formatShortWithWeekday } from '@kushi/values/date-format'
import { useEffect, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { quietApi } from '../../../api.ts'
import type { PurchaseFields } from '../../../form/purchase.ts'
import { useFields } from '../../../form/use-fields.ts'
import { registerStore } from '../../../state/register.ts'
import { useAnswer } from '../../../state/use-answer.ts'
import { SelectField } from '../../../ui/select-field.tsx'

interface DateFieldsProps {
  delivery_id: number | null
  shipTo: { postal_code: string; pref_id: number } | null
}

/** お届け希望日 and 時間帯. Removes a day that the address no longer allows, and states this. */
export function DateFields({ delivery_id, shipTo }: DateFieldsProps) {
  const { getValues, setValue, setError } = useFormContext<PurchaseFields>()
  const { field } = useFields<PurchaseFields>()
  const dates = useDeliveryDates(delivery_id, shipTo)
  const times = useDeliveryTimes(delivery_id)
  // After a return from the confirmation, the former choices are shown until the server responds.
  const [offered] = useState(() => registerStore.getState())
  const days = shipTo ? (dates.data?.items ?? offered.desiredDeliveryDays) : []
  const zones = times.data ?? offered.desiredDeliveryTimeZone

  useEffect(() => {
    const chosen = getValues('delivery_date')
    if (!dates.data || !chosen || dates.data.items.includes(chosen)) return
    setValue('delivery_date', '')
    setError('delivery_date', { message: 'お届け先に合わせて、お届け希望日を選び直してください。' })
  }, [dates.data, getValues, setValue, setError])
  // The options are loaded later than the stored value.
  useEffect(() => {
    if (times.data) setValue('delivery_time_id', getValues('delivery_time_id'))
    if (dates.data) setValue('delivery_date', getValues('delivery_date'))
  }, [times.data, dates.data, getValues, setValue])

  const earliest = dates.data && shipTo ? `(${formatShortWithWeekday(dates.data.earliest)})` : ''
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
          label: formatShortWithWeekday(date),
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

/** The 58 possible delivery days of an address. */
const useDeliveryDates = (id: number | null, shipTo: { postal_code: string; pref_id: number } | null) =>
  useAnswer(id !== null && shipTo ? `${id}/${shipTo.postal_code}/${shipTo.pref_id}` : null, async (signal) => {
    const dates = await quietApi(
      'GET /v1/delivery/{id}/delivery-date/{postal_code}/start/{pref_id}',
      { params: { id: id ?? 0, postal_code: shipTo?.postal_code ?? '', pref_id: shipTo?.pref_id ?? 0 } },
      { signal },
    )
    registerStore.setState({ desiredDeliveryDays: dates.items })
    return dates
  })

const useDeliveryTimes = (id: number | null) =>
  useAnswer(id === null ? null : String(id), async (signal) => {
    const { items } = await quietApi('GET /v1/delivery/{id}/time', { params: { id: id ?? 0 } }, { signal })
    registerStore.setState({ desiredDeliveryTimeZone: items })
    return items
  })
