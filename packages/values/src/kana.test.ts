import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isHiragana, toHiragana } from './kana.ts'

describe('toHiragana', () => {
  test.each([
    ['ヤマダ', 'やまだ'],
    ['ﾔﾏﾀﾞ', 'やまだ'],
    ['ﾊﾟﾋﾟﾌﾟ ｳﾞ', 'ぱぴぷ ゔ'],
    ['サトー', 'さとー'],
    ['ｻﾄｰ', 'さとー'],
    ['ヴァヵヶ', 'ゔぁゕゖ'],
    ['ｧｨｩｪｫｬｭｮｯ', 'ぁぃぅぇぉゃゅょっ'],
    ['ヲンヰヱ', 'をんゐゑ'],
    ['カ゛ハ゜', 'がぱ'],
    ['か\u3099は\u309a', 'がぱ'],
    ['カﾞ', 'が'],
    ['やまだ', 'やまだ'],
    ['山田 ﾀﾛｳ-1', '山田 たろう-1'],
    ['', ''],
  ])('%s is %s', (text, hiragana) => {
    expect(toHiragana(text)).toBe(hiragana)
  })

  test('every katakana that has a hiragana becomes one', () => {
    for (let code = 0x30a1; code <= 0x30f6; code++) expect(isHiragana(toHiragana(String.fromCharCode(code)))).toBe(true)
    for (let code = 0xff66; code <= 0xff9d; code++) expect(isHiragana(toHiragana(String.fromCharCode(code)))).toBe(true)
  })

  test('a second call changes nothing', () => {
    const kana = fc.string({ unit: fc.integer({ min: 0x3041, max: 0x30ff }).map((code) => String.fromCharCode(code)) })
    fc.assert(
      fc.property(kana, (text) => {
        expect(toHiragana(toHiragana(text))).toBe(toHiragana(text))
      }),
    )
  })
})

test.each([
  ['やまだ', true],
  ['さとー', true],
  ['ゔぁ', true],
  ['ヤマダ', false],
  ['やま だ', false],
  ['やま　だ', false],
  ['山田', false],
  ['やまだ1', false],
  ['みすゞ', false],
  ['ゃ゛', false],
  ['', false],
])('%s is hiragana: %s', (text, expected) => {
  expect(isHiragana(text)).toBe(expected)
})
