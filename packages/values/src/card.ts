import { type CalendarDate, dateParts } from './calendar-date.ts'

/**
 * Card brands that a number can be recognised as; the names are those on the wire. Not a library, because seven brands
 * by their first digits need less code than any library would add to the card form.
 */
export const CARD_BRAND_NAME = {
  visa: 'Visa',
  visa_electron: 'Visa Electron',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
} as const
type CardBrand = keyof typeof CARD_BRAND_NAME

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

const LENGTHS: Readonly<Record<CardBrand, readonly number[]>> = {
  visa: [13, 16, 19],
  visa_electron: [16],
  mastercard: [16],
  amex: [15],
  discover: [16, 17, 18, 19],
  diners: [14, 15, 16, 17, 18, 19],
  jcb: [16, 17, 18, 19],
}

/** Returns the maximum digits of a number of this brand, 19 while the brand is unknown: for the field's limit. */
export function maxCardLength(brand: CardBrand | null): number {
  return (brand && LENGTHS[brand].at(-1)) ?? 19
}

/** Whether the check digit is correct (Luhn). It detects any single wrong digit and most swaps. */
export function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i])
    sum += i % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2
  }
  return /^\d+$/.test(digits) && sum % 10 === 0
}

/** Whether it is a complete card number: a known brand, a length of that brand and a correct check digit. */
export function isCardNumber(number: string): boolean {
  const digits = number.replace(/[\s-]/g, '')
  const brand = cardBrand(digits)
  return brand !== null && LENGTHS[brand].includes(digits.length) && passesLuhn(digits)
}

function grouped(characters: string): string {
  return characters.match(/.{1,4}/g)?.join('-') ?? ''
}

/** Shows only the last four characters: `4111111111111111` → `****-****-****-1111`. */
export function maskCardNumber(number: string): string {
  const characters = number.replace(/[\s-]/g, '')
  const masked = grouped('*'.repeat(Math.max(0, characters.length - 4)))
  return [masked, characters.slice(-4)].filter(Boolean).join('-')
}

/** The first four digits of a number whose middle is masked (`4111-****-****-1111`); null for anything else. */
export const firstDigitsOfMaskedCard = (card_info: string): string | null =>
  /^(\d{4})[*\s-]+\d{4}$/.exec(card_info)?.[1] ?? null

/** Shows the first and last four digits, the middle masked: `4111-****-****-1111`. `first` null: only the last four. */
export function formatMaskedCardNumber(masked: string, first: string | null): string {
  const characters = masked.replace(/[\s-]/g, '')
  return grouped((first ?? '****') + '*'.repeat(Math.max(0, characters.length - 8)) + characters.slice(-4))
}

/** A card's last month (有効期限) as payment providers write it: `YYMM`, `2812` for December 2028. */
export type CardExpire = string

/** Returns the years to offer for a card's expiry: the current one and the ten after it. */
export function cardExpiryYears(today: CalendarDate): number[] {
  const { year } = dateParts(today)
  return Array.from({ length: 11 }, (_, index) => year + index)
}

/** `{ year: 2028, month: 12 }` → `2812` */
export function cardExpire(year: number, month: number): CardExpire {
  return `${String(year % 100).padStart(2, '0')}${String(month).padStart(2, '0')}`
}

/** `2812` → `{ year: 2028, month: 12 }`, or null when it is not a month. */
export function parseCardExpire(expire: CardExpire): { year: number; month: number } | null {
  if (!/^\d{2}(?:0[1-9]|1[0-2])$/.test(expire)) return null
  return { year: 2000 + Number(expire.slice(0, 2)), month: Number(expire.slice(2)) }
}

/**
 * Whether the card has expired on that day. It is valid to the end of its month; an invalid month counts as expired.
 */
export function isCardExpired(expire: CardExpire, today: CalendarDate): boolean {
  const last = parseCardExpire(expire)
  if (last === null) return true
  const { year, month } = dateParts(today)
  return last.year * 12 + last.month < year * 12 + month
}

export type CardExpiryState = 'valid' | 'expiring' | 'expired'

/**
 * Returns a card's mark in the member's list: `expiring` in its last month and the month before, while there is still
 * time to register another before the next delivery.
 */
export function cardExpiryState(expire: CardExpire, today: CalendarDate): CardExpiryState {
  if (isCardExpired(expire, today)) return 'expired'
  const last = parseCardExpire(expire)!
  const { year, month } = dateParts(today)
  return last.year * 12 + last.month - (year * 12 + month) < 2 ? 'expiring' : 'valid'
}

/** As printed on the card: `2812` → `12/28`. An invalid month is returned unchanged. */
export function formatCardExpire(expire: CardExpire): string {
  return parseCardExpire(expire) ? `${expire.slice(2)}/${expire.slice(0, 2)}` : expire
}
