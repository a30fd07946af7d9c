import type { FieldFailure } from '@kushi/contract/failure'
import { DELIVERY_DESTINATION } from '@kushi/values/delivery-destination'
import { message } from '@kushi/values/message'
import { addressFailures } from '../../addresses/address-form.ts'
import { formName } from '../../purchase/form/purchase-failures.ts'
import type { FormFailure } from '../../purchase/form/purchase-form.ts'
import type { ItemLine } from './item-change.ts'
import type { SubscriptionFields } from './subscription-fields.ts'

const isOther = ({ destination }: Pick<SubscriptionFields, 'destination'>) =>
  destination === String(DELIVERY_DESTINATION.other)

/** What is missing in the form, at most one per field. Dates and goods are the server's to judge. */
export function subscriptionFailures(fields: SubscriptionFields, lines: readonly ItemLine[]): FormFailure[] {
  const { pattern, note, note_text } = fields
  const failures: FormFailure[] = []
  if (!lines.some((line) => !line.isRemoved && !line.is_one_time))
    failures.push({
      path: 'items',
      message: '毎回お届けする商品を1つ以上お選びください。お届けを止めるには、休止または解約をお選びください。',
    })
  if (pattern.kind === '1' && !pattern.day)
    failures.push({ path: 'pattern.day', message: message('cmn-err-002', 'お届け日') })
  if (pattern.kind === '2' && !pattern.day_of_week)
    failures.push({ path: 'pattern.day_of_week', message: message('cmn-err-002', '曜日') })
  const typed = addressFailures({ other: fields.other, note, note_text, is_default: false })
  return [...failures, ...typed.filter(({ path }) => isOther(fields) || !path.startsWith('other.'))]
}

const direct: Record<string, keyof SubscriptionFields | 'pattern.kind'> = {
  items: 'items',
  delivery_pattern: 'pattern.kind',
  param1: 'pattern.kind',
  next_delivery_date: 'next_delivery_date',
  next_next_delivery_date: 'next_next_delivery_date',
  delivery_time_id: 'delivery_time_id',
  delivery_notes: 'note_text',
}

/** The field of the form in which the server's field is typed; '' where there is none. */
export function pathOf(path: string, fields: Pick<SubscriptionFields, 'destination'>): string {
  const [head = '', name = ''] = path.split('.')
  if (head === 'shipping_address') return isOther(fields) ? `other.${formName(name)}` : 'destination'
  return direct[head] ?? ''
}

/** What the server objected to, at the fields of this form. */
export const serverFailures = (
  failures: readonly FieldFailure[],
  fields: Pick<SubscriptionFields, 'destination'>,
): FormFailure[] =>
  failures.flatMap(({ path, message: text }) => {
    const field = pathOf(path, fields)
    return field ? [{ path: field, message: text }] : []
  })
