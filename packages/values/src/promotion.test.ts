import { expect, test } from 'vitest'
import { listDiscounts } from './promotion.ts'

test('what no item has of a discount stands by itself, so that the lines of an order make its total', () => {
  const item = { discount_amount: 100, promotions: [] }
  expect(listDiscounts([item], 400)).toEqual([
    { name: '会員ランク割引', amount: 100 },
    { name: '割引', amount: 300 },
  ])
  expect(listDiscounts([item], 100)).toEqual(listDiscounts([item]))
})
