import type { Subscription } from '@kushi/contract/subscription'
import { type AddressDraft, emptyDraft, FREE_NOTE, type PatternDraft } from '../../../state/purchase-draft.ts'
import { withPattern } from '../../purchase/form/to-pattern.ts'
import type { ItemChange } from './item-change.ts'

/** The address that the subscription has now, which need not be in the address book any more. */
export const CURRENT = 'current'

/** What is being changed, as the form has it. Some names are those of the purchase, whose parts are used again. */
export interface SubscriptionFields {
  items: ItemChange[]
  pattern: PatternDraft
  /** '' as it stands. */
  next_delivery_date: string
  /** '' as it stands or, where the next date or the pattern changes, as the pattern gives it. */
  next_next_delivery_date: string
  delivery_time_id: string
  /** `CURRENT`, '1' another one, `a12` entry 12 of the address book. */
  destination: string
  other: AddressDraft
  note: string
  note_text: string
}

type Standing = Pick<
  Subscription,
  'subscription_division_id' | 'param1' | 'param2' | 'param3' | 'delivery_time_id' | 'shipping_address'
>

/** Nothing changed yet. `places`: the 置き配 places to choose from; another text is written out. */
export function fieldsOf(subscription: Standing, places: readonly string[]): SubscriptionFields {
  const notes = subscription.shipping_address.delivery_notes
  const isPlace = notes === '' || places.includes(notes)
  return {
    items: [],
    pattern: withPattern(emptyDraft.pattern, subscription),
    next_delivery_date: '',
    next_next_delivery_date: '',
    delivery_time_id: subscription.delivery_time_id === null ? '' : String(subscription.delivery_time_id),
    destination: CURRENT,
    other: emptyDraft.other,
    note: isPlace ? notes : FREE_NOTE,
    note_text: isPlace ? '' : notes,
  }
}
