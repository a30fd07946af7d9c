import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanLine, cleanParagraphs } from './clean-text.ts'

test.each([
  [' 山田 ', '山田'],
  ['Ｙａｍａｄａ', 'Yamada'],
  ['１−２−３　椿荘', '1-2-3 椿荘'],
  ['銀座1,2，3', '銀座123'],
  ['メゾン\n椿\t201', 'メゾン 椿 201'],
  ['山田,\n合計 0円', '山田 合計 0円'],
  ['山田\r\nBcc: spy@example.com', '山田 Bcc: spy@example.com'],
  ['山田\u2028様\u0085', '山田 様'],
  ['\u202e田山\u0007\u200b', '田山'],
  ['センタービル', 'センタービル'],
  ['㈱椿野', '㈱椿野'],
  ['か\u3099', 'が'],
  [',，', ''],
])('%j → %j', (typed, stored) => {
  expect(cleanLine(typed)).toBe(stored)
})

test('any input becomes one line, and does not change the second time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (typed) => {
      const clean = cleanLine(typed)
      expect(clean).not.toMatch(/[\p{Cc}\u2028\u2029,，]|^\s|\s$/u)
      expect(cleanLine(clean)).toBe(clean)
    }),
  )
})

test('paragraphs keep their lines and lose invisible characters', () => {
  expect(cleanParagraphs('一行目\r\n二行目\u0007\u202e\n\n👩‍👧 ,')).toBe('一行目\n二行目\n\n👩‍👧 ,')
})
