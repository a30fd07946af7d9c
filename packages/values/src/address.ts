import { prefectureName } from './prefecture.ts'
import { compactDigits } from './text.ts'

interface AddressParts {
  pref_id: number
  addr01: string
  addr02: string
  addr03: string
}

/** 「東京都渋谷区神宮前1-2-3 椿ハイツ 201」 */
export const addressLine = ({ pref_id, addr01, addr02, addr03 }: AddressParts): string =>
  `${prefectureName(pref_id) ?? ''}${addr01}${addr02} ${addr03}`.trim()

/** 「〒150-0001 東京都渋谷区神宮前1-2-3 椿ハイツ 201」 */
export const addressText = (address: Postcode & AddressParts): string =>
  `〒${formatPostcode(address)} ${addressLine(address)}`

/** A postal code (郵便番号) as stored: 3 digits and 4 digits, with leading zeros. */
export interface Postcode {
  readonly postal_code01: string
  readonly postal_code02: string
}

/**
 * Parses a postal code in any notation: `〒123-4567`, `１２３−４５６７`, `1234567`. Returns null when it isn't exactly seven
 * digits (field rule: postal code).
 */
export function parsePostcode(text: string): Postcode | null {
  const digits = compactDigits(text.replace(/[〒〶]/g, ''))
  if (!/^\d{7}$/.test(digits)) return null
  return { postal_code01: digits.slice(0, 3), postal_code02: digits.slice(3) }
}

/**
 * A postal code without the zeros that a spreadsheet has dropped: `600001` → `0600001`. It is a guess, to be compared
 * with the prefecture: 100010 is as well 100-0010 with a digit missing. Null when none can have been dropped.
 */
export function parsePostcodeWithDroppedZeros(text: string): Postcode | null {
  const digits = compactDigits(text.replace(/[〒〶]/g, ''))
  return /^[1-9]\d{4,5}$/.test(digits) ? parsePostcode(digits.padStart(7, '0')) : null
}

/** `{ postal_code01: '123', postal_code02: '4567' }` → `123-4567` */
export function formatPostcode({ postal_code01, postal_code02 }: Postcode): string {
  return `${postal_code01}-${postal_code02}`
}
