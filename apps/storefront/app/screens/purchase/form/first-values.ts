import type { Delivery } from '@kushi/contract/delivery'
import { DELIVERY_DESTINATION } from '@kushi/values/delivery-slot'
import { offeredIntervalCounts } from '@kushi/values/landing-page'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { typedNote } from '../../../form/note.ts'
import { typedPattern } from '../../../form/pattern.ts'
import { type Buyer, bookEntry, type PurchaseFields, type ShipTo, shipToOf } from '../../../form/purchase.ts'
import type { CartEntry } from '../../../state/cart.ts'
import type { PagePurchase } from '../../../state/page-purchase.ts'
import { type PatternDraft, type PurchaseDraft, startingDraft } from '../../../state/purchase-draft.ts'
import { registerStore } from '../../../state/register.ts'
import { browserStorage } from '../../../state/storage.ts'
import type { PurchaseData } from './load-purchase.ts'

/** The method of goods that fit no letter box, if the shop has only one; '': the form chooses after the quote. */
function onlyMethod(deliveries: readonly Delivery[], items: readonly CartEntry[]): string {
  const areAllLight = items.every(({ light_flag }) => light_flag)
  const possibleMethods = deliveries.filter(({ mail_delivery_flag }) => areAllLight || !mail_delivery_flag)
  return possibleMethods.length === 1 ? String(possibleMethods[0]!.id) : ''
}

/** What was chosen elsewhere, as far as the 申し込みページ has it. */
function offeredPattern(draft: PatternDraft, page: PagePurchase | null): PatternDraft {
  if (!page || page.intervals.length === 0) return draft
  const { months, days } = offeredIntervalCounts(page)
  const ifOffered = (offered: readonly string[], chosen: string) => (offered.includes(chosen) ? chosen : offered[0])
  const isOffered = (draft.kind === '3' ? days : months).length > 0
  return {
    ...draft,
    kind: isOffered ? draft.kind : months.length > 0 ? '1' : '3',
    months: ifOffered(months, draft.months) ?? draft.months,
    days: ifOffered(days, draft.days) ?? draft.days,
  }
}

/** Initial values of the form: the saved draft, otherwise the member's data. */
export function firstValues(
  { kind, page, customer, addresses, cards, deliveries, notes, email }: PurchaseData,
  items: readonly CartEntry[],
): PurchaseDraft {
  const draft = startingDraft(browserStorage(), kind)
  const values = {
    ...draft,
    member: { ...draft.member, email },
    pattern: offeredPattern(typedPattern(draft.pattern, registerStore.getState().delivery_pattern), page),
  }
  if (!deliveries.some(({ id }) => String(id) === values.delivery_id))
    values.delivery_id = onlyMethod(deliveries, items)
  if (!customer) return { ...values, destination: values.destination === '1' ? '1' : '2', card: 'new' }

  const isInAddressBook = addresses.some(({ id }) => bookEntry(id) === values.destination)
  const defaultAddress = addresses.find((address) => address.is_default) ?? addresses[0]
  if (defaultAddress && !isInAddressBook && values.destination !== String(DELIVERY_DESTINATION.other)) {
    values.destination = bookEntry(defaultAddress.id)
    if (!values.note) {
      const places = notes.map(({ label }) => label)
      Object.assign(values, typedNote(defaultAddress.delivery_notes, places))
    }
  }
  if (!defaultAddress && values.destination.startsWith('a'))
    values.destination = String(DELIVERY_DESTINATION.same_as_member)
  // Default: a member with a saved card pays with it.
  const saved = cards?.find((card) => card.default_flag === '1') ?? cards?.[0]
  if (saved && values.payment === '' && values.card === 'new') values.card = String(saved.card_seq)
  return values
}

/** Follows the input of the address. */
export function useShipTo<Sent>(
  { control, getValues }: UseFormReturn<PurchaseFields, unknown, Sent>,
  buyer: Buyer,
): ShipTo | null {
  useWatch({
    control,
    name: ['destination', 'member.postal_code', 'member.pref_id', 'other.postal_code', 'other.pref_id'],
  })
  return shipToOf(getValues(), buyer)
}
