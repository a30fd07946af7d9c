import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decode, encode, sayable, understood } from './encoding.ts'

test.each([
  ['椿油 しずく', '椿油 しずく'],
  ['髙島屋 ①㈱', '髙島屋 ①㈱'],
  ['𠮷田', '&#134071;田'],
  ['ご予算〜3,000円', 'ご予算～3,000円'],
  ['1−2−3', '1－2－3'],
  ['A&#1;B&C', 'A&#38;#1;B&C'],
  ['櫛🌸〜𠮷', '櫛&#127800;～&#134071;'],
])('%s in Shift_JIS: %s', (text, said) => {
  expect(sayable(text, 'shift_jis')).toBe(said)
  expect(decode(encode(said, 'shift_jis'))!.text).toBe(said)
})

test('what is written is read again, whatever it is', () => {
  const same = (text: string) =>
    text.replace(/[〜−—‖¢£¬]/g, (one) => understood(sayable(one, 'shift_jis'), 'shift_jis'))
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const read = decode(encode(`椿${sayable(text, 'shift_jis')}`, 'shift_jis'))!.text
      expect(understood(read, 'shift_jis')).toBe(`椿${same(text)}`)
    }),
  )
})
