/**
 * Card brands that a number can be recognised as; the names are those on the wire. Not a library, because seven brands
 * by their first digits need less code than any library would add to the card form.
 */
export type CardBrand = 'visa' | 'visa_electron' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb'

/** The brand's name on the screen. */
export const CARD_BRAND_NAME: Readonly<Record<CardBrand, string>> = {
  visa: 'Visa',
  visa_electron: 'Visa Electron',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
}

/** The brands that the shop offers, in the order in which it shows them. */
export const OFFERED_CARD_BRANDS = ['visa', 'amex', 'diners', 'mastercard', 'jcb'] as const satisfies CardBrand[]

// First and last prefix of each range, both of the same length.
const RANGES: ReadonlyArray<readonly [CardBrand, string, string]> = [
  ['visa', '4', '4'],
  ['mastercard', '51', '55'],
  ['mastercard', '2221', '2720'],
  ['amex', '34', '34'],
  ['amex', '37', '37'],
  ['discover', '6011', '6011'],
  ['discover', '644', '659'],
  ['diners', '300', '305'],
  ['diners', '309', '309'],
  ['diners', '36', '36'],
  ['diners', '38', '39'],
  ['jcb', '3528', '3589'],
]
const VISA_ELECTRON = /^(?:4026|417500|4405|4508|4844|491[37])/

/**
 * Returns the brand of a card number, or of its first digits while it is being typed. Known as soon as only one brand
 * is possible (`4`, `35`); null before that (`3`), for an empty text, and for a number of no known brand.
 */
export function cardBrand(number: string): CardBrand | null {
  const digits = number.replace(/[\s-]/g, '')
  if (!/^\d+$/.test(digits)) return null
  if (VISA_ELECTRON.test(digits)) return 'visa_electron'
  const possible = RANGES.filter(([, first, last]) => {
    const typed = digits.slice(0, first.length)
    return first.slice(0, typed.length) <= typed && typed <= last.slice(0, typed.length)
  })
  const brand = possible[0]?.[0]
  return brand && possible.every(([other]) => other === brand) ? brand : null
}
