import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  cardBrand,
  cardExpire,
  cardExpiryState,
  cardExpiryYears,
  firstDigitsOfMaskedCard,
  formatCardExpire,
  formatMaskedCardNumber,
  isCardExpired,
  isCardNumber,
  maskCardNumber,
  maxCardLength,
  parseCardExpire,
  passesLuhn,
} from './card.ts'

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

test('cardExpiryYears', () => {
  const years = cardExpiryYears('2026-12-31')
  expect(years).toHaveLength(11)
  expect([years[0], years.at(-1)]).toEqual([2026, 2036])
})

test.each([
  ['2612', '2026-12-01', false],
  ['2612', '2026-12-31', false],
  ['2612', '2027-01-01', true],
  ['2701', '2026-12-31', false],
  ['2611', '2026-12-01', true],
  ['2613', '2026-12-01', true],
  ['2600', '2026-12-01', true],
  ['12/26', '2026-12-01', true],
  ['', '2026-12-01', true],
])('a card to %j is expired on %s: %s', (expire, today, expired) => {
  expect(isCardExpired(expire, today)).toBe(expired)
})

test.each([
  ['2611', '2026-12-01', 'expired'],
  ['2612', '2026-12-31', 'expiring'],
  ['2701', '2026-12-01', 'expiring'],
  ['2702', '2026-12-31', 'valid'],
  ['2612', '2026-11-01', 'expiring'],
  ['2701', '2026-11-30', 'valid'],
  ['', '2026-12-01', 'expired'],
])('a card to %j is on %s: %s', (expire, today, state) => {
  expect(cardExpiryState(expire, today)).toBe(state)
})

test('is written and read back', () => {
  expect(cardExpire(2028, 3)).toBe('2803')
  expect(parseCardExpire('2803')).toEqual({ year: 2028, month: 3 })
  expect(formatCardExpire('2803')).toBe('03/28')
  expect(formatCardExpire('')).toBe('')
})

test.each([
  ['4111111111111111', 'visa'],
  ['4111-1111-1111-1111', 'visa'],
  ['4111 1111', 'visa'],
  ['4', 'visa'],
  ['4026', 'visa_electron'],
  ['4917610000000000', 'visa_electron'],
  ['4175', 'visa'],
  ['417500', 'visa_electron'],
  ['5', 'mastercard'],
  ['5555555555554444', 'mastercard'],
  ['2221', 'mastercard'],
  ['2720', 'mastercard'],
  ['2', 'mastercard'],
  ['378282246310005', 'amex'],
  ['34', 'amex'],
  ['6011111111111117', 'discover'],
  ['644', 'discover'],
  ['659', 'discover'],
  ['6', 'discover'],
  ['30569309025904', 'diners'],
  ['309', 'diners'],
  ['36', 'diners'],
  ['39', 'diners'],
  ['3530111333300000', 'jcb'],
  ['35', 'jcb'],
  ['3528', 'jcb'],
  ['3589', 'jcb'],
  ['3', null],
  ['', null],
  ['1', null],
  ['50', null],
  ['56', null],
  ['2220', null],
  ['2721', null],
  ['3527', null],
  ['3590', null],
  ['306', null],
  ['643', null],
  ['６', null],
  ['4x', null],
])('%j is %s', (number, brand) => {
  expect(cardBrand(number)).toBe(brand)
})

test('a card’s own page: first and last four, the middle masked and grouped', () => {
  expect(formatMaskedCardNumber('************1111', '4111')).toBe('4111-****-****-1111')
  expect(formatMaskedCardNumber('***********0005', '3782')).toBe('3782-****-***0-005')
  expect(formatMaskedCardNumber('************1111', null)).toBe('****-****-****-1111')
  expect(firstDigitsOfMaskedCard('4111-****-****-1111')).toBe('4111')
  // Nothing is taken from a number that is not masked.
  expect(firstDigitsOfMaskedCard('4111-1111-1111-1111')).toBeNull()
  expect(firstDigitsOfMaskedCard('4111111111111111')).toBeNull()
  expect(firstDigitsOfMaskedCard('************1111')).toBeNull()
})
