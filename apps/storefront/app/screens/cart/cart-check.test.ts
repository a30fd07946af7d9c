import type { CartItemProblem } from '@kushi/contract/cart'
import { userMessage } from '@kushi/values/user-message'
import { expect, test } from 'vitest'
import type { CartEntry } from '../../state/cart.ts'
import { checkedFieldsOf, itemsToPrice, mustRemoveItem, problemOf } from './cart-check.ts'

const item = (id: number, more: Partial<CartEntry> = {}) =>
  ({ id, quantity: 1, subscription: 0, revision: 1, is_out_stock: false, ...more }) as CartEntry
const problem = (product_sku_id: number, more: Partial<CartItemProblem> = {}): CartItemProblem => ({
  product_sku_id,
  subscription: 0,
  error: 'out_of_stock',
  message: '',
  quantity: 0,
  ...more,
})

test('a problem belongs to the item and the way in which it is bought', () => {
  expect(problemOf([problem(1)], item(1))).toBeDefined()
  expect(problemOf([problem(1)], item(1, { subscription: 1 }))).toBeUndefined()
})

test('an item whose message states its removal must leave', () => {
  expect(mustRemoveItem(problem(1, { error: 'contents_changed' }))).toBe(true)
  expect(mustRemoveItem(problem(1, { error: 'not_sold', message: userMessage('items_no_longer_sold') }))).toBe(true)
  expect(mustRemoveItem(problem(1, { error: 'not_sold', message: userMessage('item_unavailable', '椿油') }))).toBe(
    false,
  )
  expect(mustRemoveItem(problem(1))).toBe(false)
})

test('an unavailable item is not priced; an item over the limit still is', () => {
  const items = [item(1), item(2), item(3, { is_out_stock: true })]
  const problems = [problem(1), problem(2, { error: 'over_stock', quantity: 3 })]
  expect(itemsToPrice(items, problems).map(({ id }) => id)).toEqual([2])
})

test('the key of the check changes with a quantity', () => {
  expect(checkedFieldsOf([item(1)])).not.toBe(checkedFieldsOf([item(1, { quantity: 2 })]))
})
