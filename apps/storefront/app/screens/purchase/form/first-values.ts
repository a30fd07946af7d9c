import { DELIVERY_DESTINATION } from '@kushi/values/delivery-slot'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { typedNote } from '../../../form/note.ts'
import { typedPattern } from '../../../form/pattern.ts'
import { type Buyer, bookEntry, type PurchaseFields, shippingAddress } from '../../../form/purchase.ts'
import { type PurchaseDraft, startingDraft } from '../../../state/purchase-draft.ts'
import { registerStore } from '../../../state/register.ts'
import { browserStorage } from '../../../state/storage.ts'
import type { PurchaseData } from './load-purchase.ts'

/** Initial values of the form: the saved draft, otherwise the member's data. */
export function firstValues({
  kind,
  customer,
  addresses,
  cards,
  deliveries,
  notes,
  email,
}: PurchaseData): PurchaseDraft {
  const draft = startingDraft(browserStorage(), kind)
  const values = {
    ...draft,
    member: { ...draft.member, email },
    pattern: typedPattern(draft.pattern, registerStore.getState().delivery_pattern),
  }
  if (!deliveries.some(({ id }) => String(id) === values.delivery_id)) values.delivery_id = ''
  if (!customer) return { ...values, destination: values.destination === '1' ? '1' : '2', card: 'new' }

  const isThere = addresses.some(({ id }) => bookEntry(id) === values.destination)
  const usual = addresses.find((address) => address.is_default) ?? addresses[0]
  if (usual && !isThere && values.destination !== String(DELIVERY_DESTINATION.other)) {
    values.destination = bookEntry(usual.id)
    if (!values.note) {
      const places = notes.map(({ label }) => label)
      Object.assign(values, typedNote(usual.delivery_notes, places))
    }
  }
  if (!usual && values.destination.startsWith('a')) values.destination = String(DELIVERY_DESTINATION.same_as_member)
  // Default: a member with a saved card pays with it.
  const saved = cards?.find((card) => card.default_flag === '1') ?? cards?.[0]
  if (saved && values.payment === '' && values.card === 'new') values.card = String(saved.card_seq)
  return values
}

/** The part of the address that prices and dates need; null until it is complete. */
export function useShipTo<Sent>(
  { control, getValues }: UseFormReturn<PurchaseFields, unknown, Sent>,
  buyer: Buyer,
): { postal_code: string; pref_id: number } | null {
  useWatch({
    control,
    name: ['destination', 'member.postal_code', 'member.pref_id', 'other.postal_code', 'other.pref_id'],
  })
  const address = shippingAddress(getValues(), buyer)
  const postal_code = address ? address.postal_code01 + address.postal_code02 : ''
  return address && /^\d{7}$/.test(postal_code) && address.pref_id >= 1 && address.pref_id <= 47
    ? { postal_code, pref_id: address.pref_id }
    : null
}
