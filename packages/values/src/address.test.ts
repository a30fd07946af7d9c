import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressLine, addressText, formatPostcode, parsePostcode } from './address.ts'

const address = {
  postal_code01: '150',
  postal_code02: '0001',
  pref_id: 13,
  addr01: '渋谷区神宮前',
  addr02: '1-2-3',
}

test.each([
  ['with a building', { ...address, addr03: '椿ハイツ 201' }, '東京都渋谷区神宮前1-2-3 椿ハイツ 201'],
  ['without', { ...address, addr03: '' }, '東京都渋谷区神宮前1-2-3'],
  ['of no prefecture that we know', { ...address, pref_id: 0, addr03: '' }, '渋谷区神宮前1-2-3'],
])('%s', (_, given, line) => {
  expect(addressLine(given)).toBe(line)
  expect(addressText(given)).toBe(`〒150-0001 ${line}`)
})

test.each(['123-4567', '1234567', '〒123-4567', '〒 １２３−４５６７', '１２３ー４５６７', ' 123 4567　'])(
  '%j is a postal code',
  (text) => {
    expect(parsePostcode(text)).toEqual({ postal_code01: '123', postal_code02: '4567' })
  },
)

test.each(['', '123-456', '123-45678', '12a-4567', '一二三-4567', '〒'])('%j is not a postal code', (text) => {
  expect(parsePostcode(text)).toBeNull()
})

test('keeps leading zeros', () => {
  expect(parsePostcode('0010001')).toEqual({ postal_code01: '001', postal_code02: '0001' })
})

test('a formatted code can be parsed again', () => {
  const digits = (length: number) =>
    fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length })
  fc.assert(
    fc.property(digits(3), digits(4), (postal_code01, postal_code02) => {
      const postcode = { postal_code01, postal_code02 }
      expect(parsePostcode(formatPostcode(postcode))).toEqual(postcode)
    }),
  )
})
