import type { BoughtAgain } from '@kushi/contract/order'
import { expect, test } from 'vitest'
import { outcomeOf } from './bought-again.ts'

const item = (own: Partial<BoughtAgain>): BoughtAgain => ({
  product_sku_id: 1,
  product_name: 'つげ櫛',
  set_item_name1: null,
  set_item_name2: null,
  quantity: 1,
  subscription: 0,
  result: 'added',
  error: null,
  message: null,
  ...own,
})

test('all items were added', () => {
  expect(outcomeOf([item({}), item({ subscription: 1 })])).toEqual({
    addedCount: 2,
    troubles: [],
    cartPath: '/cart?tab=normal',
  })
})

test('items sold only by subscription lead to that cart', () => {
  expect(outcomeOf([item({ subscription: 1 })]).cartPath).toBe('/cart?tab=periodic')
})

test('names each missing item', () => {
  const { addedCount, troubles } = outcomeOf([
    item({ result: 'refused', error: 'out_of_stock', set_item_name1: '無香料', set_item_name2: '30mL' }),
    item({ result: 'refused', error: 'not_sold' }),
    item({ result: 'limited', error: 'over_stock' }),
    item({ result: 'refused', error: 'cart_full', message: 'カートがいっぱいです。' }),
    item({ result: 'refused' }),
    item({}),
  ])
  expect(addedCount).toBe(2)
  expect(troubles).toEqual([
    '「つげ櫛(無香料 / 30mL)」は、在庫切れです。',
    '「つげ櫛」は、現在販売していません。',
    '「つげ櫛」は、今ご購入いただける数までカートに入れました。',
    'カートがいっぱいです。',
    '「つげ櫛」は、カートに入れられませんでした。',
  ])
})
