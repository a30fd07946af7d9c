import { expect, test } from 'vitest'
import { contrastRatio, isColor, lowestContrastOnShopBackground, MIN_CONTRAST } from './contrast.ts'

test.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  ['#767676', '#ffffff', 4.54],
  ['#777777', '#ffffff', 4.48],
  ['#ff0000', '#ffffff', 4],
])('%s on %s: %d', (one, other, ratio) => {
  expect(contrastRatio(one, other)).toBeCloseTo(ratio, 2)
  expect(contrastRatio(other, one)).toBeCloseTo(ratio, 2)
})

test('the colours of the theme are readable, and the first unreadable one is rejected', () => {
  for (const color of ['#a4303f', '#2f5d50'])
    expect(lowestContrastOnShopBackground(color)).toBeGreaterThan(MIN_CONTRAST)
  expect(lowestContrastOnShopBackground('#6b6b6b')).toBeGreaterThan(MIN_CONTRAST)
  expect(lowestContrastOnShopBackground('#717171')).toBeLessThan(MIN_CONTRAST)
})

test.each([
  ['#a4303f', true],
  ['#A4303F', false],
  ['a4303f', false],
  ['#a43', false],
  ['#a4303f;', false],
  ['red', false],
])('%s is a colour: %s', (text, is) => expect(isColor(text)).toBe(is))
