import type { Address } from '@kushi/contract/address'
import type { FieldFailure } from '@kushi/contract/failure'
import type { Subscription, SubscriptionUpdate } from '@kushi/contract/subscription'
import { DELIVERY_DESTINATION } from '@kushi/values/delivery-slot'
import { type AddressDraft, emptyDraft, type NoteDraft, type PatternDraft } from '../state/purchase-draft.ts'
import { addressForm, addressOf, writeAddress } from './address.ts'
import { codec, type FormFailure, fieldOf, readPart } from './codec.ts'
import { noteFailures, typedNote, writeNote } from './note.ts'
import { patternFailures, typedPattern, writePattern } from './pattern.ts'
import { bookEntry } from './purchase.ts'
import { type ItemChange, itemsInput, itemsWith } from './subscription-items.ts'

const OTHER = String(DELIVERY_DESTINATION.other)
/** The current address of the subscription, which may no longer be in the address book. */
export const CURRENT = 'current'

/** Form values of a change of a subscription. */
export interface SubscriptionFields extends NoteDraft {
  items: ItemChange[]
  pattern: PatternDraft
  /** '': unchanged. */
  next_delivery_date: string
  /** '': unchanged or, if the next date or the pattern changes, computed by the pattern. */
  next_next_delivery_date: string
  /** '': unchanged, or another one if the items do not allow it. */
  delivery_id: string
  delivery_time_id: string
  /** `CURRENT`; '1': another address; `a12`: entry 12 of the address book. */
  destination: string
  other: AddressDraft
}

/** Initial form values without a change. `places`: the 置き配 places to choose from. */
export const typedSubscription = (subscription: Subscription, places: readonly string[]): SubscriptionFields => ({
  items: [],
  pattern: typedPattern(emptyDraft.pattern, subscription),
  next_delivery_date: '',
  next_next_delivery_date: '',
  delivery_id: '',
  delivery_time_id: typedTime(subscription),
  destination: CURRENT,
  other: emptyDraft.other,
  ...typedNote(subscription.shipping_address.delivery_notes, places),
})

export const typedTime = ({ delivery_time_id }: Subscription): string =>
  delivery_time_id === null ? '' : String(delivery_time_id)

interface SubscriptionContext {
  subscription: Subscription
  addresses: readonly Address[]
}

/** The changes as they are sent: only values that differ from the subscription. */
export function writeUpdate(
  fields: SubscriptionFields,
  { subscription, addresses }: SubscriptionContext,
): SubscriptionUpdate {
  const { shipping_address: to, delivery_time_id } = subscription
  const pattern = writePattern(fields.pattern)
  const time = fields.delivery_time_id === '' ? null : Number(fields.delivery_time_id)
  const notes = writeNote(fields)
  const address = addressUpdate(fields, addresses)
  const next = fields.next_delivery_date
  const goods = itemsUpdate(subscription, fields)
  return {
    ...goods,
    ...(pattern && !isSamePattern(pattern, subscription) && { delivery_pattern: pattern }),
    ...(next !== '' && next !== subscription.next_delivery_date && { next_delivery_date: next }),
    ...(fields.next_next_delivery_date !== '' && { next_next_delivery_date: fields.next_next_delivery_date }),
    ...paymentUpdate(subscription, fields, goods),
    ...(time !== delivery_time_id && { delivery_time_id: time }),
    ...(address && { shipping_address: address }),
    ...(notes !== to.delivery_notes && { delivery_notes: notes }),
  }
}

export const hasNoChanges = (update: SubscriptionUpdate) => Object.keys(update).length === 0

type Pattern = NonNullable<ReturnType<typeof writePattern>>

const isSamePattern = (a: Pattern, b: Pattern) =>
  a.subscription_division_id === b.subscription_division_id &&
  a.param1 === b.param1 &&
  a.param2 === b.param2 &&
  a.param3 === b.param3

/** The whole list of items, if it differs from the current one. */
function itemsUpdate(
  subscription: Subscription,
  { items: changes }: SubscriptionFields,
): Pick<SubscriptionUpdate, 'items'> {
  const items = itemsInput(itemsWith(subscription, changes))
  const isSame = JSON.stringify(items) === JSON.stringify(itemsInput(itemsWith(subscription, [])))
  return isSame ? {} : { items }
}

/**
 * Also sends a chosen method that is unchanged if the items change, because the server might pick another one for them.
 */
function paymentUpdate(
  { delivery_id }: Subscription,
  { delivery_id: chosen }: SubscriptionFields,
  { items }: Pick<SubscriptionUpdate, 'items'>,
): Pick<SubscriptionUpdate, 'delivery_id'> {
  return chosen !== '' && (Number(chosen) !== delivery_id || items) ? { delivery_id: Number(chosen) } : {}
}

/** null: the address stays, also if the chosen entry is no longer in the address book. */
function addressUpdate({ destination, other }: SubscriptionFields, addresses: readonly Address[]) {
  if (destination === OTHER) return writeAddress(other)
  const entry = addresses.find(({ id }) => bookEntry(id) === destination)
  return entry ? addressOf(entry) : null
}

/** 定期便の変更. The server checks dates and items. */
export const subscriptionForm = (context: SubscriptionContext) =>
  codec((fields: SubscriptionFields, report): SubscriptionUpdate => {
    if (!itemsWith(context.subscription, fields.items).some((item) => !item.isRemoved && !item.is_one_time))
      report({
        path: 'items',
        message: '毎回お届けする商品を1つ以上お選びください。お届けを止めるには、休止または解約をお選びください。',
      })
    for (const failure of patternFailures(fields.pattern)) report(failure)
    if (fields.destination === OTHER) readPart(addressForm, fields.other, { at: 'other', report })
    for (const failure of noteFailures(fields)) report(failure)
    return writeUpdate(fields, context)
  })

const direct: Record<string, string> = {
  items: 'items',
  delivery_pattern: 'pattern.kind',
  param1: 'pattern.kind',
  next_delivery_date: 'next_delivery_date',
  next_next_delivery_date: 'next_next_delivery_date',
  delivery_id: 'delivery_id',
  delivery_time_id: 'delivery_time_id',
  delivery_notes: 'note_text',
}

type DestinationChoice = Pick<SubscriptionFields, 'destination'>

/** The form field for a field of the server; '': none. */
export function updateFieldOf(path: string, { destination }: DestinationChoice): string {
  const [head = '', name = ''] = path.split('.')
  if (head === 'shipping_address') return destination === OTHER ? `other.${fieldOf(name)}` : 'destination'
  return direct[head] ?? ''
}

/** Maps the server's errors to the fields of this form. */
export const updateFailures = (failures: readonly FieldFailure[], fields: DestinationChoice): FormFailure[] =>
  failures.flatMap(({ path, message }) => {
    const field = updateFieldOf(path, fields)
    return field ? [{ path: field, message }] : []
  })
