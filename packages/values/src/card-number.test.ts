import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isCardNumber, maskCardNumber, maxCardLength, passesLuhn } from './card-number.ts'

describe('isCardNumber', () => {
  // Published test numbers of the brands.
  test.each([
    '4111111111111111',
    '4111-1111-1111-1111',
    '4222222222222',
    '5555555555554444',
    '2223003122003222',
    '378282246310005',
    '6011111111111117',
    '30569309025904',
    '3530111333300000',
    '4917610000000000',
  ])('%s passes', (number) => {
    expect(isCardNumber(number)).toBe(true)
  })

  test.each([
    ['wrong check digit', '4111111111111112'],
    ['swapped digits', '5555555555545444'],
    ['wrong length for its brand', '37828224631000'],
    ['visa of 14 digits', '41111111111116'],
    ['unknown brand', '9999999999999995'],
    ['full-width', '４１１１１１１１１１１１１１１１'],
    ['empty', ''],
  ])('%s: %j does not', (_, number) => {
    expect(isCardNumber(number)).toBe(false)
  })

  test('a single wrong digit is always found', () => {
    fc.assert(
      fc.property(fc.nat(15), fc.integer({ min: 1, max: 9 }), (place, shift) => {
        const digits = [...'4111111111111111']
        digits[place] = String((Number(digits[place]) + shift) % 10)
        expect(passesLuhn(digits.join(''))).toBe(false)
      }),
    )
  })
})

test('passesLuhn rejects a text that is not a number', () => {
  expect(passesLuhn('')).toBe(false)
  expect(passesLuhn('0x0')).toBe(false)
})

test('maxCardLength', () => {
  expect(maxCardLength('amex')).toBe(15)
  expect(maxCardLength('visa')).toBe(19)
  expect(maxCardLength(null)).toBe(19)
})

test.each([
  ['4111111111112222', '****-****-****-2222'],
  ['4111-1111-1111-2222', '****-****-****-2222'],
  ['378282246310005', '****-****-***-0005'],
  ['30569309025904', '****-****-**-5904'],
  ['************1111', '****-****-****-1111'],
  ['411111111', '****-*-1111'],
  ['41111111', '****-1111'],
  ['1111', '1111'],
  ['', ''],
])('%j is masked as %s', (number, masked) => {
  expect(maskCardNumber(number)).toBe(masked)
})

test('of any number only the last four digits are shown', () => {
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 9, maxLength: 19 })
  const separator = fc.constantFrom('', ' ', '-')
  fc.assert(
    fc.property(digits, separator, (number, between) => {
      const typed = [...number].join(between)
      const masked = maskCardNumber(typed)
      expect(masked.replace(/\D/g, '')).toBe(number.slice(-4))
      // A masked number does not change.
      expect(maskCardNumber(masked)).toBe(masked)
    }),
  )
})
