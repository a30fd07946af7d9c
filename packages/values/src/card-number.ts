import type { CardBrand } from './card-brand.ts'
import { cardBrand } from './card-brand.ts'

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
