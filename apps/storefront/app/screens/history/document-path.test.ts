import { expect, test } from 'vitest'
import { documentPath, wordingFailures } from './document-path.ts'

test('sends the texts that are filled in, and leaves out the others', () => {
  expect(documentPath('K261121-ABC', 'delivery-slip')).toBe('/v1/file/export/pdf/K261121-ABC?type=delivery-slip')
  const path = documentPath('K1', 'receipt', { name: ' 株式会社 椿野 ', proviso: '' })
  expect(new URL(path, 'http://shop.test').searchParams.get('name')).toBe('株式会社 椿野')
  expect(path).not.toContain('proviso')
})

test('reports characters that cannot be printed beside their field', () => {
  expect(wordingFailures({ name: '山口 花子', proviso: '' })).toEqual({})
  expect(Object.keys(wordingFailures({ name: '😀', proviso: 'あ'.repeat(41) }))).toEqual(['name', 'proviso'])
})
