import { expect, test } from 'vitest'
import { documentPath, wordingFailures } from './document-path.ts'

test('what is written goes with the request, what is not is left out', () => {
  expect(documentPath('K261121-ABC', 'delivery-slip')).toBe('/v1/file/export/pdf/K261121-ABC?type=delivery-slip')
  const path = documentPath('K1', 'receipt', { name: ' 株式会社 椿野 ', proviso: '' })
  expect(new URL(path, 'http://shop.test').searchParams.get('name')).toBe('株式会社 椿野')
  expect(path).not.toContain('proviso')
})

test('what a slip cannot print is told beside its field', () => {
  expect(wordingFailures({ name: '山口 花子', proviso: '' })).toEqual({})
  expect(Object.keys(wordingFailures({ name: '😀', proviso: 'あ'.repeat(41) }))).toEqual(['name', 'proviso'])
})
