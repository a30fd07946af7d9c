import { expect, test } from 'vitest'
import { addressLine, addressText } from './address-text.ts'

const address = {
  ...{ postal_code01: '150', postal_code02: '0001' },
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
