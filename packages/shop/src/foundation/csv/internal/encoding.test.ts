import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeCharacterReferences, decodeCsvBytes, encodeCsvText, textAfterEncoding } from './encoding.ts'

test.each([
  ['椿油 しずく', '椿油 しずく'],
  ['髙島屋 ①㈱', '髙島屋 ①㈱'],
  ['𠮷田', '&#134071;田'],
  ['ご予算〜3,000円', 'ご予算～3,000円'],
  ['1−2−3', '1－2－3'],
  ['A&#1;B&C', 'A&#38;#1;B&C'],
  ['櫛🌸〜𠮷', '櫛&#127800;～&#134071;'],
])('%s in Shift_JIS: %s', (text, said) => {
  expect(textAfterEncoding(text, 'shift_jis')).toBe(said)
  expect(decodeCsvBytes(encodeCsvText(text, 'shift_jis'))!.text).toBe(said)
})

const same = (text: string) =>
  text.replace(/[〜−—‖¢£¬]/g, (one) => decodeCharacterReferences(textAfterEncoding(one, 'shift_jis'), 'shift_jis'))

test('each character that there is is read again, but for those that look alike', () => {
  const units = Array.from({ length: 0xffff }, (_, n) => n + 1).filter((unit) => unit < 0xd800 || unit > 0xdfff)
  const all = `椿${String.fromCharCode(...units)}`
  const { text, encoding } = decodeCsvBytes(encodeCsvText(all, 'shift_jis'))!
  expect(encoding).toBe('shift_jis')
  expect(decodeCharacterReferences(text, 'shift_jis') === same(all)).toBe(true)
})

test('what is written is read again, whatever it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const read = decodeCsvBytes(encodeCsvText(`椿${text}`, 'shift_jis'))!.text
      expect(read).toBe(`椿${textAfterEncoding(text, 'shift_jis')}`)
      expect(decodeCharacterReferences(read, 'shift_jis')).toBe(`椿${same(text)}`)
    }),
  )
})
