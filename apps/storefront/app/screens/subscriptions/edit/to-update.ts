import type { Address } from '@kushi/contract/address'
import type { Subscription, SubscriptionUpdate } from '@kushi/contract/subscription'
import { DELIVERY_DESTINATION } from '@kushi/values/delivery-destination'
import { FREE_NOTE } from '../../../state/purchase-draft.ts'
import { addressOf, bookEntry, toAddress } from '../../purchase/form/to-address.ts'
import { toPattern } from '../../purchase/form/to-pattern.ts'
import { linesOf, wantedItems } from './item-change.ts'
import type { SubscriptionFields } from './subscription-fields.ts'

type Pattern = NonNullable<ReturnType<typeof toPattern>>

const isSamePattern = (a: Pattern, b: Pattern) =>
  a.subscription_division_id === b.subscription_division_id &&
  a.param1 === b.param1 &&
  a.param2 === b.param2 &&
  a.param3 === b.param3

/** What the form wants changed, as it is sent: only what differs from what stands. */
export function toUpdate(
  subscription: Subscription,
  fields: SubscriptionFields,
  addresses: readonly Address[],
): SubscriptionUpdate {
  const { shipping_address: to, delivery_time_id } = subscription
  const pattern = toPattern(fields.pattern)
  const time = fields.delivery_time_id === '' ? null : Number(fields.delivery_time_id)
  const notes = fields.note === FREE_NOTE ? fields.note_text : fields.note
  const address = wantedAddress(fields, addresses)
  const next = fields.next_delivery_date
  return {
    ...wantedGoods(subscription, fields),
    ...(pattern && !isSamePattern(pattern, subscription) && { delivery_pattern: pattern }),
    ...(next !== '' && next !== subscription.next_delivery_date && { next_delivery_date: next }),
    ...(fields.next_next_delivery_date !== '' && { next_next_delivery_date: fields.next_next_delivery_date }),
    ...(time !== delivery_time_id && { delivery_time_id: time }),
    ...(address && { shipping_address: address }),
    ...(notes !== to.delivery_notes && { delivery_notes: notes }),
  }
}

/** The whole list, where it is another one than what is in it now. */
function wantedGoods(
  subscription: Subscription,
  { items: changes }: SubscriptionFields,
): Pick<SubscriptionUpdate, 'items'> {
  const items = wantedItems(linesOf(subscription, changes))
  const isSame = JSON.stringify(items) === JSON.stringify(wantedItems(linesOf(subscription, [])))
  return isSame ? {} : { items }
}

/** null: it stays where it is, also where the chosen entry is no longer in the address book. */
function wantedAddress({ destination, other }: SubscriptionFields, addresses: readonly Address[]) {
  if (destination === String(DELIVERY_DESTINATION.other)) return toAddress(other)
  const entry = addresses.find(({ id }) => bookEntry(id) === destination)
  return entry ? addressOf(entry) : null
}

export const isNothing = (update: SubscriptionUpdate) => Object.keys(update).length === 0
