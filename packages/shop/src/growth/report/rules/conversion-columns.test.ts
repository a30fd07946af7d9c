import { expect, test } from 'vitest'
import { conversionColumns } from './conversion-columns.ts'

const one = { click_id: 'Cj0KEQ', conversion_name: '購入', at: Date.UTC(2026, 10, 27, 1, 30, 5) / 1000, amount: 5_480 }

test.each([
  [
    'gclid',
    'Google Click ID,Conversion Name,Conversion Time,Conversion Value,Conversion Currency',
    '2026-11-27 10:30:05+0900',
  ],
  [
    'msclkid',
    'Microsoft Click ID,Conversion Name,Conversion Time,Conversion Value,Conversion Currency',
    '2026-11-27 10:30:05+0900',
  ],
  ['fbclid', 'fbclid,Conversion Name,Conversion Time,Conversion Value,Conversion Currency', '2026-11-27 10:30:05+0900'],
  [
    'yclid',
    'YCLID,コンバージョン名,コンバージョン発生日時,1コンバージョンあたりの価値,通貨コード',
    '20261127 103005 Asia/Tokyo',
  ],
] as const)('%s: the heads of the medium, the time in Japan', (name, heads, time) => {
  const columns = conversionColumns(name)
  expect(columns.map(({ head }) => head).join(',')).toBe(heads)
  expect(columns.map(({ of }) => of(one))).toEqual(['Cj0KEQ', '購入', time, 5_480, 'JPY'])
})
