import type { OrderDraft } from '@kushi/contract/order'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { earliestDelivery, isRemoteIsland, patternProblem, selectableDates } from '../../delivery/index.ts'
import { invalidFields } from '../../shop-error.ts'
import type { OrderTerms } from './load-order-terms.ts'

const refuse = (path: string, message: string) => invalidFields([{ path, message_id: 'refused', message }])

/**
 * The delivery of a draft: a visible method, a date and a time that it offers to that address, a pattern that holds.
 * Returns the earliest day of it.
 * @throws ShopError 422 with the field.
 */
export function checkDelivery(draft: OrderDraft, terms: OrderTerms, postalCode: string, today: CalendarDate) {
  const { method, extra_days, time_id, closings } = terms
  if (!method) throw refuse('delivery_id', '配送方法を選択してください。')
  if (method.mail_delivery_flag && (draft.delivery_date !== null || draft.delivery_time_id !== null))
    throw refuse('delivery_date', 'メール便では、お届け日時を指定できません。')
  if (method.mail_delivery_flag && draft.delivery_notes !== '')
    throw refuse('delivery_notes', 'メール便では、置き配を指定できません。')
  const earliest = earliestDelivery(today, { extra_days, closings, is_remote_island: isRemoteIsland(postalCode) })
  if (draft.delivery_date !== null && !selectableDates(earliest).includes(draft.delivery_date))
    throw refuse('delivery_date', 'お届け希望日を選び直してください。')
  if (draft.delivery_time_id !== null && time_id === null)
    throw refuse('delivery_time_id', 'お届け時間帯を選び直してください。')
  if (!draft.is_subscription && draft.delivery_pattern)
    throw refuse('delivery_pattern', '通常購入では、お届け周期を指定できません。')
  if (draft.is_subscription && !draft.delivery_pattern)
    throw refuse('delivery_pattern', 'お届け周期を選択してください。')
  const problem = draft.is_subscription && draft.delivery_pattern && patternProblem(draft.delivery_pattern)
  if (problem) throw refuse('delivery_pattern', problem)
  return { mail_delivery_flag: method.mail_delivery_flag, earliest }
}
