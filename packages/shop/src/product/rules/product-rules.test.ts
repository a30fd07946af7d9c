import { expect, test } from 'vitest'
import { hiragana, katakana, searchTerms } from './search-terms.ts'
import { stockLeft } from './stock-left.ts'
import { subscriptionPrices } from './subscription-prices.ts'

test.each([
  ['', []],
  ['  　', []],
  ['ツバキ', ['つばき']],
  ['ﾂﾊﾞｷ　ＯＩＬ', ['つばき', 'oil']],
  ['シャンプー 詰め替え シャンプー', ['しゃんぷー', '詰め替え']],
  ['100%_\\', ['100%_\\']],
  ['a\0b', ['a', 'b']],
])('%j is looked for as %j', (keyword, terms) => {
  expect(searchTerms(keyword)).toEqual(terms)
})

test('ten terms at most', () => {
  expect(searchTerms(Array.from({ length: 50 }, (_, n) => `t${n}`).join(' '))).toHaveLength(10)
})

test('the alphabets have the same letters in the same order', () => {
  expect(hiragana).toHaveLength(katakana.length)
  expect([katakana.at(0), katakana.at(-1), hiragana.at(0), hiragana.at(-1)]).toEqual(['ァ', 'ヶ', 'ぁ', 'ゖ'])
})

test.each([
  [0, null],
  [1, 1],
  [5, 5],
  [6, null],
])('stock %i tells %s', (stock, told) => {
  expect(stockLeft(stock)).toBe(told)
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
