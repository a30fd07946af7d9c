import { AddressForm } from '@kushi/contract/form/address'
import { parsePostcode } from '@kushi/values/address'
import { normalizePhone } from '@kushi/values/phone'
import { compactDigits } from '@kushi/values/text'
import type { AddressDraft } from '../state/purchase-draft.ts'
import { formOf } from './codec.ts'
import { kanaOf } from './kana.ts'
import { normalizePrintable } from './writing.ts'

/** Converts a typed address to the format that is sent. */
export function writeAddress(typed: AddressDraft): AddressForm {
  const digits = compactDigits(typed.postal_code)
  // Puts an invalid postcode into both halves, so that the rule reports the number of digits and not a missing part.
  const postcode = parsePostcode(typed.postal_code) ?? { postal_code01: digits, postal_code02: digits }
  return {
    ...postcode,
    name01: normalizePrintable(typed.name01),
    name02: normalizePrintable(typed.name02),
    kana01: kanaOf(typed.kana01),
    kana02: kanaOf(typed.kana02),
    pref_id: Number(typed.pref_id),
    addr01: normalizePrintable(typed.addr01),
    addr02: normalizePrintable(typed.addr02),
    addr03: normalizePrintable(typed.addr03),
    phone_number: normalizePhone(typed.phone_number),
  }
}

export const addressForm = formOf({ write: writeAddress, schema: AddressForm })

/** Converts a stored address to form values. */
export const typedAddress = (known: AddressForm): AddressDraft => {
  const { postal_code01, postal_code02, pref_id, ...others } = addressOf(known)
  return { ...others, postal_code: postal_code01 + postal_code02, pref_id: String(pref_id) }
}

/** Picks the address fields from an object with more fields. */
export function addressOf(known: AddressForm): AddressForm {
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
