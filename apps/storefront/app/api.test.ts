import { expect, test } from 'vitest'
import { trimBody } from './api.ts'

test('strings are trimmed at every depth, delivery notes never', () => {
  const body = { name01: ' 山口　', delivery_notes: ' 玄関 ', items: [{ code: ' a ', n: 1 }], none: null, flag: false }
  expect(trimBody({ ...body, address: { delivery_notes: '\n門', addr01: ' 鎌倉市 ' } })).toEqual({
    name01: '山口',
    delivery_notes: ' 玄関 ',
    items: [{ code: 'a', n: 1 }],
    none: null,
    flag: false,
    address: { delivery_notes: '\n門', addr01: '鎌倉市' },
  })
})
