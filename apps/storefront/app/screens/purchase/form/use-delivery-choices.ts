import { quietApi } from '../../../api.ts'
import { registerStore } from '../../../state/register.ts'
import { useAnswer } from '../../../state/use-answer.ts'

/** The 58 days on which a parcel can come to an address. */
export const useDeliveryDates = (id: number | null, shipTo: { postal_code: string; pref_id: number } | null) =>
  useAnswer(id !== null && shipTo ? `${id}/${shipTo.postal_code}/${shipTo.pref_id}` : null, async (signal) => {
    const dates = await quietApi(
      'GET /v1/delivery/{id}/delivery-date/{postal_code}/start/{pref_id}',
      { params: { id: id ?? 0, postal_code: shipTo?.postal_code ?? '', pref_id: shipTo?.pref_id ?? 0 } },
      { signal },
    )
    registerStore.setState({ desiredDeliveryDays: dates.items })
    return dates
  })

export const useDeliveryTimes = (id: number | null) =>
  useAnswer(id === null ? null : String(id), async (signal) => {
    const { items } = await quietApi('GET /v1/delivery/{id}/time', { params: { id: id ?? 0 } }, { signal })
    registerStore.setState({ desiredDeliveryTimeZone: items })
    return items
  })
