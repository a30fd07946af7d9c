import type { FieldFailure } from '@kushi/contract/failure'
import { DELIVERY_DESTINATION } from '@kushi/values/delivery-destination'
import { formName, memberPath } from './purchase-failures.ts'
import type { FormFailure, PurchaseForm } from './purchase-form.ts'

/** What the server objected to at registration → fields of this screen. */
export const registrationFailures = (fields: readonly FieldFailure[]): FormFailure[] =>
  fields.map(({ path, message }) => ({ path: memberPath(path), message }))

const direct: Record<string, string> = {
  delivery_id: 'delivery_id',
  delivery_date: 'delivery_date',
  delivery_time_id: 'delivery_time_id',
  delivery_notes: 'note_text',
  payment_method_id: 'payment',
  card: 'payment',
  third_party_consent: 'third_party_consent',
}

/** What the server objected to in an order → fields of this screen; what has none stands at the end of the form. */
export function orderFailures(fields: readonly FieldFailure[], form: Pick<PurchaseForm, 'destination'>): FormFailure[] {
  return fields.map(({ path, message }) => {
    const [head = '', field = ''] = path.split('.')
    if (head === 'shipping_address') {
      if (form.destination === String(DELIVERY_DESTINATION.other)) return { path: `other.${formName(field)}`, message }
      if (form.destination === String(DELIVERY_DESTINATION.same_as_member)) return { path: memberPath(field), message }
      return { path: 'destination', message }
    }
    if (head === 'delivery_pattern') return { path: 'pattern.kind', message }
    return { path: direct[head] ?? 'root.order', message }
  })
}
