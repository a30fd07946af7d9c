import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sqlSearchTranslateCharacters } from './normalize-for-search.ts'
import { compactDigits, composeKana, cutText, normalizeDashes, stripCommas, toHalfWidth } from './text.ts'

describe('toHalfWidth', () => {
  test('letters, digits, symbols and the space', () => {
    expect(toHalfWidth('ＡＺａｚ０９')).toBe('AZaz09')
    expect(toHalfWidth('１−２－３　！＠～〜')).toBe('1-2-3 !@~~')
  })

  test.each(['カタカナ', 'ｶﾀｶﾅ', 'ひらがなー', '㈱', '①', '、。「」', '￥', '𠮷😀', ''])('leaves %s', (text) => {
    expect(toHalfWidth(text)).toBe(text)
  })

  test('covers the whole printable ASCII range', () => {
    for (let code = 0x21; code <= 0x7e; code++) {
      expect(toHalfWidth(String.fromCharCode(code + 0xfee0))).toBe(String.fromCharCode(code))
    }
  })
})

test('stripCommas removes commas and keeps the Japanese ones', () => {
  expect(stripCommas('山田,太郎，花子、')).toBe('山田太郎花子、')
})

test('compactDigits removes hyphens of every kind', () => {
  expect(compactDigits('０９０－1234ー5678')).toBe('09012345678')
  expect(compactDigits(' 03‐1‑2–3—4―5−6ｰ7─8 ')).toBe('0312345678')
})

test('kana and dakuten become one character, kanji of names stay', () => {
  expect(composeKana('か\u3099き\u3099ハ\u309a')).toBe('がぎパ')
  expect(composeKana('\ufa19\u212b')).toBe('\ufa19\u212b')
})

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

test('the database folds the same letters', () => {
  const { from, to } = sqlSearchTranslateCharacters
  const pairs = [...from].map((letter, n) => [letter, [...to][n] ?? ''])
  expect(pairs).toContainEqual(['ツ', 'つ'])
  expect(pairs).toContainEqual(['ョ', 'よ'])
  expect(pairs).toContainEqual(['ょ', 'よ'])
  expect(pairs).toContainEqual(['ー', ''])
  // Characters to delete must be at the end.
  expect([...to].length).toBe([...from].length - [..."ー・‐-–〜~'’"].length)
})

const dashes = '-－−‐‑‒–—―─━ーｰ﹣﹘⁃⁻₋˗╴⸺\u00ad'
test.each([...dashes])('every dash of a house number is a hyphen: %s', (dash) => {
  expect(normalizeDashes(toHalfWidth(`1${dash}２${dash}3`))).toBe('1-2-3')
  expect(compactDigits(`03${dash}1234${dash}5678`)).toBe('0312345678')
})

test('a long-vowel mark in a name stays', () => {
  for (const name of ['メゾンー椿', 'コーポ', 'タワー2', '1丁目ー']) expect(normalizeDashes(name)).toBe(name)
  expect(normalizeDashes('コーポ1ー201')).toBe('コーポ1-201')
})
