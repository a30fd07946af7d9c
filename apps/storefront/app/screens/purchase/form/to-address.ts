import type { Address } from '@kushi/contract/address'
import type { Customer } from '@kushi/contract/customer'
import type { AddressForm } from '@kushi/contract/form/address'
import { DELIVERY_DESTINATION } from '@kushi/values/delivery-destination'
import { toHiragana } from '@kushi/values/kana'
import { normalizePhone } from '@kushi/values/phone'
import { parsePostcode } from '@kushi/values/postcode'
import { compactDigits, stripCommas, toHalfWidth } from '@kushi/values/text'
import type { AddressDraft, PurchaseDraft } from '../../../state/purchase-draft.ts'

const text = (typed: string) => stripCommas(toHalfWidth(typed)).trim()
export const kanaOf = (typed: string) => toHiragana(typed).replace(/\s/g, '')

/** An address as it is sent. What could not be read stays as it was typed, so that its rule can say so. */
export function toAddress(draft: AddressDraft): AddressForm {
  const digits = compactDigits(draft.postal_code)
  const postcode = parsePostcode(draft.postal_code) ?? {
    postal_code01: digits.slice(0, 3),
    postal_code02: digits.slice(3),
  }
  return {
    ...postcode,
    name01: text(draft.name01),
    name02: text(draft.name02),
    kana01: kanaOf(draft.kana01),
    kana02: kanaOf(draft.kana02),
    pref_id: Number(draft.pref_id),
    addr01: text(draft.addr01),
    addr02: text(draft.addr02),
    addr03: text(draft.addr03),
    phone_number: normalizePhone(draft.phone_number),
  }
}

/** The fields of an address that the server knows, without its id and notes. */
export function addressOf(known: Address | Customer): AddressForm {
  const { name01, name02, kana01, kana02, postal_code01, postal_code02 } = known
  const { pref_id, addr01, addr02, addr03, phone_number } = known
  return {
    name01,
    name02,
    kana01,
    kana02,
    postal_code01,
    postal_code02,
    pref_id,
    addr01,
    addr02,
    addr03,
    phone_number,
  }
}

/** Who is buying, and the addresses that the shop knows of them. */
export interface Buyer {
  customer: Customer | null
  addresses: readonly Address[]
}

export const bookEntry = (id: number) => `a${id}`

/** Where the draft goes to; null: an entry of the address book that is no longer there. */
export function shippingAddress(draft: PurchaseDraft, { customer, addresses }: Buyer): AddressForm | null {
  if (draft.destination === String(DELIVERY_DESTINATION.other)) return toAddress(draft.other)
  if (draft.destination === String(DELIVERY_DESTINATION.same_as_member))
    return customer ? addressOf(customer) : toAddress(draft.member)
  const entry = addresses.find(({ id }) => bookEntry(id) === draft.destination)
  return entry ? addressOf(entry) : null
}
