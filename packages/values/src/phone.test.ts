import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatPhone, isBillablePhone, isPhone, normalizePhone, PHONE_DISPLAY, type PhoneDisplay } from './phone.ts'

describe('isPhone', () => {
  test.each(['09012345678', '08012345678', '07012345678', '05012345678', '0312345678', '0123456789', '1234567890'])(
    '%s passes',
    (phone) => {
      expect(isPhone(phone)).toBe(true)
    },
  )

  test.each([
    '0901234567',
    '090123456789',
    '03123456789',
    '031234567',
    '06012345678',
    '090-1234-5678',
    '０９０１２３４５６７８',
    'abcdefghij',
    '',
  ])('%j does not', (phone) => {
    expect(isPhone(phone)).toBe(false)
  })

  test('an allowed equal value passes, and only it', () => {
    expect(isPhone('0120-1234', '0120-1234')).toBe(true)
    expect(isPhone('0120-1235', '0120-1234')).toBe(false)
    expect(isPhone('', '')).toBe(false)
  })
})

test.each([
  '+81 90-1234-5678',
  '+819012345678',
  '+81 (0)90 1234 5678',
  '＋８１−９０−１２３４−５６７８',
  '+81-090-1234-5678',
  '0081 90 1234 5678',
  '010-81-90-1234-5678',
  'tel:+81-90-1234-5678',
  '(090) 1234-5678',
  '090(1234)5678',
  '090.1234.5678',
  '090‑1234‑5678',
  '090 1234 5678',
  '０９０ー１２３４ー５６７８',
])('%s is 09012345678', (typed) => expect(normalizePhone(typed)).toBe('09012345678'))

test.each([
  ['09012345678', true],
  ['06012345678', true],
  ['0312345678', true],
  ['0661234567', true],
  ['0600000000', false],
  ['0201234567', false],
  ['1234567890', false],
])('a provider of deferred payment takes %s: %s', (phone, is) => expect(isBillablePhone(phone)).toBe(is))

test('normalizePhone', () => {
  expect(normalizePhone('０９０−１２３４ー５６７８')).toBe('09012345678')
  expect(normalizePhone(' 03 1234　5678 ')).toBe('0312345678')
  expect(normalizePhone('+81-90')).toBe('090')
  expect(normalizePhone('03-1234-5678 内線2')).toBe('0312345678内線2')
})

test.each([
  ['09012345678', '0901-234-5678', '090-1234-5678'],
  ['05012345678', '0501-234-5678', '050-1234-5678'],
  ['0312345678', '0312-345-678', '03-1234-5678'],
  ['0612345678', '0612-345-678', '06-1234-5678'],
  ['0120123456', '0120-123-456', '0120-123-456'],
  ['0467123456', '0467-123-456', '0467123456'],
  ['12345678', '1234-567-8', '12345678'],
  ['1234567', '1234567', '1234567'],
  ['', '', ''],
  ['0120-000-000', '0120-000-000', '0120-000-000'],
])('%j is displayed as %j, usually as %j', (phone, specified, usual) => {
  expect(formatPhone(phone, '4-3-rest')).toBe(specified)
  expect(formatPhone(phone, 'usual')).toBe(usual)
  expect(formatPhone(phone, 'digits')).toBe(phone)
})

const wide = (digits: string) => digits.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))

test('a number is the same in any notation', () => {
  const digit = fc.constantFrom(...'0123456789')
  const part = fc.record({ digit, isWide: fc.boolean(), after: fc.constantFrom('', '-', 'ー', '−', ' ', '\u3000') })
  fc.assert(
    fc.property(fc.array(part, { maxLength: 14 }), (parts) => {
      const digits = parts.map((each) => each.digit).join('')
      const typed = parts.map((each) => (each.isWide ? wide(each.digit) : each.digit) + each.after).join('')
      expect(normalizePhone(typed)).toBe(digits)
      // A formatted number can be parsed again.
      for (const display of Object.keys(PHONE_DISPLAY) as PhoneDisplay[])
        expect(normalizePhone(formatPhone(digits, display))).toBe(digits)
    }),
  )
})

test('the number of digits follows from the first three alone', () => {
  const number = fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 13 })
  const prefix = fc.constantFrom('', '090', '080', '070', '050', '060', '03')
  fc.assert(
    fc.property(prefix, number, (begins, rest) => {
      const phone = begins + rest
      const long = ['090', '080', '070', '050'].includes(phone.slice(0, 3))
      expect(isPhone(phone)).toBe(phone.length === (long ? 11 : 10))
    }),
  )
})
