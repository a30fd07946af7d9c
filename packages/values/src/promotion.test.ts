import { expect, test } from 'vitest'
import { discountsOf } from './promotion.ts'

test('what no item has of a discount stands by itself, so that the lines of an order make its total', () => {
  const item = { discount_amount: 100, promotions: [] }
  expect(discountsOf([item], 400)).toEqual([
    { name: '会員ランク割引', amount: 100 },
    { name: '割引', amount: 300 },
  ])
  expect(discountsOf([item], 100)).toEqual(discountsOf([item]))
})
