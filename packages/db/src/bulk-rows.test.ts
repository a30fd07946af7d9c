import { expect, test } from 'vitest'
import { columnsOfRows } from './bulk-rows.ts'
import { outbox } from './schema/system.ts'

test('rows that are written together name the same columns, in any order', () => {
  expect(
    columnsOfRows(outbox, [
      { shop_id: 2, kind: 'mail', is_no_column: 1 },
      { kind: 'line', shop_id: 2 },
    ]),
  ).toEqual(['shop_id', 'kind'])
})

test.each([
  ['the first one lacks a column', [{ shop_id: 2 }, { shop_id: 2, kind: 'mail' }]],
  ['a later one lacks it', [{ shop_id: 2, kind: 'mail' }, { shop_id: 2 }]],
  [
    'another one instead',
    [
      { shop_id: 2, kind: 'mail' },
      { shop_id: 2, subject: '件名' },
    ],
  ],
])('%s: nothing is written', (_, rows) => {
  expect(() => columnsOfRows(outbox, rows)).toThrow('rows for outbox differ')
})
