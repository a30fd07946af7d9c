import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutText } from './cut-text.ts'

test.each([
  ['椿油', 3, '椿油'],
  ['椿油しずく', 2, '椿油'],
  ['椿🌸油', 3, '椿🌸'],
  ['椿🌸油', 2, '椿'],
  ['🌸', 1, ''],
])('%s, %i units: %s', (text, most, cut) => {
  expect(cutText(text, most)).toBe(cut)
})

test('returns whole characters, at most one unit shorter than allowed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(40), (text, most) => {
      const cut = cutText(text, most)
      expect(text.startsWith(cut) && cut.isWellFormed()).toBe(true)
      expect(cut.length).toBeGreaterThanOrEqual(Math.min(most, text.length) - 1)
    }),
  )
})
