import type { CalendarDate } from '@kushi/values/calendar-date'
import { formatShortDateWithWeekday } from '@kushi/values/date-format'
import { publicHolidayName } from '@kushi/values/public-holiday'
import { quietApi } from '../../../api.ts'
import type { ShipTo } from '../../../form/purchase.ts'
import { registerStore } from '../../../state/register.ts'
import { type PendingAnswers, useAnswer } from '../../../state/use-answer.ts'

/** `pay_until`: the last day on which 前払い is paid; null: nothing is waited for. */
export const deliveryDatesKey = (id: number, { postal_code, pref_id }: ShipTo, pay_until: string | null) =>
  `${id}/${postal_code}/${pref_id}/${pay_until ?? ''}`

/** A day and the name of its 祝日, if it is one: 11月3日(火) 文化の日. */
export const deliveryDayLabel = (date: CalendarDate) =>
  [formatShortDateWithWeekday(date), publicHolidayName(date)].filter(Boolean).join(' ')

/** The 58 possible delivery days of an address. */
export async function fetchDates(id: number, shipTo: ShipTo, pay_until: string | null, init?: RequestInit) {
  const path = 'GET /v1/delivery/{id}/delivery-date/{postal_code}/start/{pref_id}'
  const query = pay_until === null ? {} : { pay_until }
  const dates = await quietApi(path, { params: { id, ...shipTo }, query }, init)
  registerStore.setState({ desiredDeliveryDays: dates.items })
  return dates
}

export type DeliveryDates = Awaited<ReturnType<typeof fetchDates>>

/** `fetchDates` whenever the method, the address or the deadline of a payment changes; no call until the first two are known. */
export const useDeliveryDays = (
  id: number | null,
  shipTo: ShipTo | null,
  pay_until: string | null,
  prefetched: PendingAnswers<DeliveryDates>,
) =>
  useAnswer(
    id !== null && shipTo ? deliveryDatesKey(id, shipTo, pay_until) : null,
    (signal) => fetchDates(id!, shipTo!, pay_until, { signal }),
    { prefetched },
  )

export async function fetchTimes(id: number, init?: RequestInit) {
  const { items } = await quietApi('GET /v1/delivery/{id}/time', { params: { id } }, init)
  registerStore.setState({ desiredDeliveryTimeZone: items })
  return items
}
