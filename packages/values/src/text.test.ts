import { describe, expect, test } from 'vitest'
import { compactDigits, composed, stripCommas, toHalfWidth, trim } from './text.ts'

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

test('trim removes the full-width space', () => {
  expect(trim('　\t山田　太郎 \n　')).toBe('山田　太郎')
})

test('compactDigits removes hyphens of every kind', () => {
  expect(compactDigits('０９０－1234ー5678')).toBe('09012345678')
  expect(compactDigits(' 03‐1‑2–3—4―5−6ｰ7─8 ')).toBe('0312345678')
})

test('kana and dakuten become one character, kanji of names stay', () => {
  expect(composed('か\u3099き\u3099ハ\u309a')).toBe('がぎパ')
  expect(composed('\ufa19\u212b')).toBe('\ufa19\u212b')
})
