import { expect, test } from 'vitest'
import { itemsWith } from '../../../form/subscription-items.ts'
import { subscription } from '../../../form/testing.ts'
import type { PricedSku } from '../priced.ts'
import { buildAddition } from './use-adding.ts'

const product = { product_name: '地肌水', product_image: [{ path: 'scalp-1', alt: '' }] }
const sku = (id: number, sale_limit = 5) =>
  ({
    id,
    sale_limit,
    price: 3300,
    subscription_price: 2970,
    set_item_name1: '薄荷',
    set_item_name2: null,
  }) as PricedSku
const shown = itemsWith(subscription, [])

test('a new item contains the fields that the form shows', () => {
  const { change, there, max } = buildAddition({ product, sku: sku(200), shown, requestedQuantity: 2, isOneTime: true })
  expect(there).toBeUndefined()
  expect(max).toBe(5)
  expect(change).toEqual({
    product_sku_id: 200,
    quantity: 2,
    is_one_time: true,
    added: {
      product_name: '地肌水',
      product_image: 'scalp-1',
      set_item_name1: '薄荷',
      set_item_name2: null,
      sale_limit: 5,
      price: 2970,
    },
  })
})

test('a new item shows the picture of its choice, if it has one', () => {
  const own = { ...sku(200), image_path: 'scalp-2' }
  const { change } = buildAddition({ product, sku: own, shown, requestedQuantity: 1, isOneTime: false })
  expect(change?.added?.product_image).toBe('scalp-2')
})

test('more of an existing item is merged up to the limit, and keeps its frequency', () => {
  const { change, max, quantity } = buildAddition({
    product,
    sku: sku(102),
    shown,
    requestedQuantity: 9,
    isOneTime: true,
  })
  expect([max, quantity]).toEqual([3, 3])
  expect(change).toMatchObject({ quantity: 5, is_one_time: false, added: null })
})

test('an item that was just removed is added as a new one', () => {
  const without = itemsWith(subscription, [{ product_sku_id: 102, quantity: 0, is_one_time: false, added: null }])
  const { change, there } = buildAddition({
    product,
    sku: sku(102),
    shown: without,
    requestedQuantity: 1,
    isOneTime: true,
  })
  expect(there).toBeUndefined()
  expect(change).toMatchObject({ quantity: 1, is_one_time: true, added: null })
})

test('at the limit nothing can be added', () => {
  expect(buildAddition({ product, sku: sku(102, 2), shown, requestedQuantity: 1, isOneTime: false }).max).toBe(0)
  expect(buildAddition({ product, sku: undefined, shown, requestedQuantity: 1, isOneTime: false }).change).toBeNull()
})
