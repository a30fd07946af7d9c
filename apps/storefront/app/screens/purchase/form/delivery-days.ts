import { quietApi } from '../../../api.ts'
import type { ShipTo } from '../../../form/purchase.ts'
import { registerStore } from '../../../state/register.ts'
import { type PendingAnswers, useAnswer } from '../../../state/use-answer.ts'

export const datesKey = (id: number, { postal_code, pref_id }: ShipTo) => `${id}/${postal_code}/${pref_id}`

/** The 58 possible delivery days of an address. */
export async function askDates(id: number, shipTo: ShipTo, init?: RequestInit) {
  const path = 'GET /v1/delivery/{id}/delivery-date/{postal_code}/start/{pref_id}'
  const dates = await quietApi(path, { params: { id, ...shipTo } }, init)
  registerStore.setState({ desiredDeliveryDays: dates.items })
  return dates
}

export type DeliveryDates = Awaited<ReturnType<typeof askDates>>

/** `askDates` whenever the method or the address changes; no call until both are known. */
export const useDeliveryDays = (id: number | null, shipTo: ShipTo | null, begun: PendingAnswers<DeliveryDates>) =>
  useAnswer(id !== null && shipTo ? datesKey(id, shipTo) : null, (signal) => askDates(id!, shipTo!, { signal }), {
    begun,
  })

export async function askTimes(id: number, init?: RequestInit) {
  const { items } = await quietApi('GET /v1/delivery/{id}/time', { params: { id } }, init)
  registerStore.setState({ desiredDeliveryTimeZone: items })
  return items
}
