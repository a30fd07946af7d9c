import type { Address } from '@kushi/contract/address'
import { AddressForm } from '@kushi/contract/form/address'
import { message } from '@kushi/values/message'
import { type AddressDraft, emptyDraft, FREE_NOTE } from '../../state/purchase-draft.ts'
import { formName } from '../purchase/form/purchase-failures.ts'
import type { FormFailure } from '../purchase/form/purchase-form.ts'
import { toAddress } from '../purchase/form/to-address.ts'

/** お届け先 while it is typed: its fields under the names that the shared parts of the form use. */
export interface AddressFields {
  other: AddressDraft
  /** 置き配: '' none, `FREE_NOTE` what `note_text` says, else the place itself. */
  note: string
  note_text: string
  is_default: boolean
}

export const noAddress: AddressFields = { other: emptyDraft.other, note: '', note_text: '', is_default: false }

/** What the shop has, as fields. `places`: the notes to choose from; any other text is written out. */
export function toFields(address: Address, places: readonly string[]): AddressFields {
  const { name01, name02, kana01, kana02, addr01, addr02, addr03, phone_number, delivery_notes, is_default } = address
  const isPlace = delivery_notes === '' || places.includes(delivery_notes)
  return {
    other: {
      ...{ name01, name02, kana01, kana02, addr01, addr02, addr03, phone_number },
      postal_code: address.postal_code01 + address.postal_code02,
      pref_id: String(address.pref_id),
    },
    note: isPlace ? delivery_notes : FREE_NOTE,
    note_text: isPlace ? '' : delivery_notes,
    is_default,
  }
}

/** As it is sent. The note stays to the letter. */
export const toBody = ({ other, note, note_text, is_default }: AddressFields) => ({
  ...toAddress(other),
  delivery_notes: note === FREE_NOTE ? note_text : note,
  is_default,
})

/** What is missing or wrong, at most one per field. */
export function addressFailures(fields: AddressFields): FormFailure[] {
  const parsed = AddressForm.safeParse(toAddress(fields.other))
  const failures = (parsed.error?.issues ?? []).map(({ path: [name], message: text }) => ({
    path: pathOf(String(name)),
    // A number that isn't chosen has no words of its own.
    message: name === 'pref_id' ? message('cmn-err-002', '都道府県') : text,
  }))
  if (fields.note === FREE_NOTE && !fields.note_text.trim())
    failures.push({ path: 'note_text', message: message('cmn-err-001', '置き場所') })
  return failures.filter(({ path }, index) => failures.findIndex((one) => one.path === path) === index)
}

/** The field in which the server's field is typed. */
export function pathOf(name: string): string {
  if (name === 'delivery_notes') return 'note_text'
  return name === 'is_default' ? name : `other.${formName(name)}`
}
