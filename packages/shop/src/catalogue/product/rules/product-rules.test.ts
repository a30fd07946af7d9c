import fc from 'fast-check'
import { expect, test } from 'vitest'
import { romajiToKana, searchAlternatives, searchTerms, typoPatterns, wordThirds } from './search-terms.ts'
import { fewPiecesLeft } from './stock-left.ts'
import { subscriptionPrices } from './subscription-prices.ts'

test.each([
  ['', []],
  ['  　', []],
  ['ツバキ', ['つばき']],
  ['ﾂﾊﾞｷ　ＯＩＬ', ['つばき', 'oil']],
  ['シャンプー 詰め替え シヤンプ', ['しやんぷ', '詰め替え']],
  ['ヘア・オイル ヘアーオイル', ['へあおいる']],
  ['100%_\\', ['100%_\\']],
  ['a\0b', ['a', 'b']],
])('%j is looked for as %j', (keyword, terms) => {
  expect(searchTerms(keyword)).toEqual(terms)
})

test('ten terms at most', () => {
  expect(searchTerms(Array.from({ length: 50 }, (_, n) => `t${n}`).join(' '))).toHaveLength(10)
})

test.each([
  ['tsubaki', 'つばき'],
  ['kushi', 'くし'],
  ['shampu', 'しゃんぷ'],
  ['kusi', 'くし'],
  ['jun', 'じゅん'],
  ['kinmokusei', 'きんもくせい'],
  ['kitte', 'きって'],
  ['matcha', 'まっちゃ'],
  ['ryokucha', 'りょくちゃ'],
  ['oil', null],
  ['xyz', null],
])('romaji %s is %s', (romaji, kana) => {
  expect(romajiToKana(romaji)).toBe(kana)
})

const synonyms = [
  ['椿', 'つばき'],
  ['贈りもの', 'ぎふと', 'gift'],
]
test.each([
  ['ぎふと', ['ぎふと', '贈りもの', 'gift']],
  ['つばき油', ['つばき油', '椿油']],
  ['tsubaki', ['tsubaki', 'つばき', '椿']],
  ['手ぬぐい', ['手ぬぐい']],
])('%s is looked for as %j', (term, words) => {
  expect(searchAlternatives(term, synonyms)).toEqual(words)
})

test('one letter wrong, missing, added or swapped; a word of two letters has no patterns', () => {
  expect(typoPatterns('くし')).toEqual([])
  expect(typoPatterns('つばき')).toEqual([
    '%_ばき%',
    '%ばつき%',
    '%つ_き%',
    '%つ_ばき%',
    '%つきば%',
    '%つば_%',
    '%つば_き%',
  ])
  expect(typoPatterns('100%')).toContain('%1_0\\%%')
})

test('every word with one wrong letter contains one of its thirds', () => {
  const word = fc.string({ unit: fc.constantFrom(...'つばきあぶら髪%'), minLength: 3, maxLength: 25 })
  fc.assert(
    fc.property(word, (term) => {
      const thirds = wordThirds(term)
      for (const pattern of typoPatterns(term))
        expect(thirds.some((part) => pattern.replaceAll('\\', '').slice(1, -1).includes(part))).toBe(true)
    }),
  )
})

test.each([
  [0, null],
  [1, 1],
  [5, 5],
  [6, null],
])('stock %i tells %s', (stock, shown) => {
  expect(fewPiecesLeft(stock)).toBe(shown)
})

test.each([
  [1, 800, 900, null, null],
  [2, 800, 900, 800, 900],
  [3, null, 900, 900, 900],
  [3, 800, null, 800, 1000],
  [3, null, null, 1000, 1000],
])('sale type %i with %s and %s: first %s, then %s', (saleType, first, following, firstPrice, followingPrice) => {
  const sku = { price: 1000, subscription_first_price: first, subscription_price: following }
  expect(subscriptionPrices(saleType, sku)).toEqual({
    subscription_first_price: firstPrice,
    subscription_price: followingPrice,
  })
})
