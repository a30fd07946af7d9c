import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  cleanLine,
  cleanParagraphs,
  cleanTitle,
  isShiftJis,
  toRegistrable,
  unregistrableCharacters,
} from './registrable.ts'

test.each([
  '山田　太郎',
  '髙橋 﨑 濵 德',
  '㈱①Ⅳ№℡㍻',
  'ｶﾀｶﾅ ﾞﾟ',
  'ABC xyz 0-9 ~\\ !"#$%&\'()*+,',
  '東京都千代田区\r\n1−2−3〜4\t',
  'か\u3099',
  '葛飾区 辻堂 \ufa19崎',
  'АБВ αβγ ─┼',
  '',
])('%j can be registered', (text) => {
  expect(isShiftJis(text)).toBe(true)
})

describe('unregistrableCharacters', () => {
  test.each([
    ['𠮷野家', ['𠮷']],
    ['山田😀太郎😀', ['😀']],
    ['👨‍👩‍👧家族', ['👨‍👩‍👧']],
    ['🇯🇵', ['🇯🇵']],
    ['café한국', ['é', '한', '국']],
    ['葛\u{e0100}城', ['葛\u{e0100}']],
    ['❤️☎', ['❤️', '☎']],
    ['\ue000', ['\ue000']],
    ['\ufffd', ['\ufffd']],
    ['\u0000\u0007', ['\u0000', '\u0007']],
    ['\u200b', ['\u200b']],
    ['\ud842', ['\ud842']],
  ])('%j returns %j', (text, offending) => {
    expect(unregistrableCharacters(text)).toEqual(offending)
  })

  test('knows all of CP932, the twins of other systems, and no more', () => {
    let known = 0
    for (let code = 0; code <= 0xffff; code++) if (isShiftJis(String.fromCharCode(code))) known++
    // 7,487 as another implementation of CP932 encodes them, without control and private characters, and 9 twins.
    expect(known).toBe(7487 + 9)
  })
})

describe('toRegistrable', () => {
  test('writes the twins of other systems as Windows does', () => {
    expect(toRegistrable('1−2〜3‖¢£¬¥‾—')).toBe('1－2～3∥￠￡￢￥￣―')
  })

  test('composes kana and keeps the kanji of names', () => {
    expect(toRegistrable('か\u3099ハ\u309a \ufa19崎')).toBe('がパ \ufa19崎')
  })

  test('its result is registrable', () => {
    const decoder = new TextDecoder('shift_jis')
    expect(decoder.decode(new Uint8Array([0x81, 0x60]))).toBe(toRegistrable('〜'))
    expect(decoder.decode(new Uint8Array([0x81, 0x7c]))).toBe(toRegistrable('−'))
    expect(decoder.decode(new Uint8Array([0x81, 0x5c]))).toBe(toRegistrable('—'))
  })
})

test('without the returned characters any text can be registered, and no other characters are returned', () => {
  const known = fc.string({ unit: fc.constantFrom(...'髙橋﨑ｶﾀｶﾅａ1−〜 、') })
  const unknown = fc.constantFrom('𠮷', '😀', '👨‍👩‍👧', 'é', '한', '🇯🇵')
  fc.assert(
    fc.property(fc.array(fc.oneof(known, unknown), { maxLength: 8 }), (parts) => {
      const named = unregistrableCharacters(parts.join(''))
      expect(isShiftJis(named.reduce((text, each) => text.replaceAll(each, ''), parts.join('')))).toBe(true)
      expect(named).toEqual([...new Set(parts.filter((part) => !isShiftJis(part)))])
    }),
  )
})

test('a second call changes nothing', () => {
  const typed = fc.string({ unit: fc.constantFrom(...'〜−‖—¢£¬¥‾か\u3099ハ\u309a\ufa19崎a ') })
  fc.assert(
    fc.property(typed.filter(isShiftJis), (text) => {
      const written = toRegistrable(text)
      expect(isShiftJis(written)).toBe(true)
      expect(toRegistrable(written)).toBe(written)
    }),
  )
})

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

test('a title keeps its commas', () => {
  expect(cleanTitle(' ３，０００円以上で\n10%引き, 送料無料 ')).toBe('3,000円以上で 10%引き, 送料無料')
})

test('paragraphs keep their lines and lose invisible characters', () => {
  expect(cleanParagraphs('一行目\r\n二行目\u0007\u202e\n\n👩‍👧 ,')).toBe('一行目\n二行目\n\n👩‍👧 ,')
})
