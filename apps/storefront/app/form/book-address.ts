import type { Address } from '@kushi/contract/address'
import { AddressForm } from '@kushi/contract/form/address'
import * as z from 'zod/mini'
import { type AddressDraft, emptyDraft, type NoteDraft } from '../state/purchase-draft.ts'
import { typedAddress, writeAddress } from './address.ts'
import { formOf } from './codec.ts'
import { noteFailures, typedNote, writeNote } from './note.ts'

/** Form values of an お届け先 of the address book. */
export interface BookAddressFields extends AddressDraft, NoteDraft {
  is_default: boolean
}

export const noBookAddress: BookAddressFields = { ...emptyDraft.other, note: '', note_text: '', is_default: false }

/** Converts a stored address to form values. `places`: the notes to choose from. */
export const typedBookAddress = (address: Address, places: readonly string[]): BookAddressFields => ({
  ...typedAddress(address),
  ...typedNote(address.delivery_notes, places),
  is_default: address.is_default,
})

export const bookAddressForm = formOf({
  write: ({ is_default, ...typed }: BookAddressFields) => ({
    ...writeAddress(typed),
    delivery_notes: writeNote(typed),
    is_default,
  }),
  schema: z.extend(AddressForm, { delivery_notes: z.string(), is_default: z.boolean() }),
  extraChecks: (_, typed) => noteFailures(typed),
})
export type BookAddress = z.output<typeof bookAddressForm>
