import { expect, test } from 'vitest'
import { fakeStorage } from './fake-storage.ts'
import { orderKeyFor, readOrderKey, writeOrderKey } from './order-key.ts'

test('the same content keeps its key, also after a reload; other content gets a new key', () => {
  const storage = fakeStorage()
  const first = orderKeyFor(storage, 'normal', 'two bottles', null)
  expect(orderKeyFor(storage, 'normal', 'two bottles', null)).toEqual(first)
  expect(orderKeyFor(storage, 'periodic', 'two bottles', null).key).not.toBe(first.key)
  expect(orderKeyFor(storage, 'normal', 'three bottles', null).key).not.toBe(first.key)
})

test('while an order has no response, its key is used first', () => {
  const storage = fakeStorage()
  const first = orderKeyFor(storage, 'normal', 'two bottles', null)
  writeOrderKey(storage, 'normal', { ...first, is_open: true })
  expect(orderKeyFor(storage, 'normal', 'three bottles', null).key).toBe(first.key)
})

test('after a response another order gets a new key', () => {
  const storage = fakeStorage()
  const first = orderKeyFor(storage, 'normal', 'two bottles', null)
  writeOrderKey(storage, 'normal', { ...first, order_no: 'K1' })
  expect(orderKeyFor(storage, 'normal', 'three bottles', null).key).not.toBe(first.key)
  writeOrderKey(storage, 'normal', null)
  expect(readOrderKey(storage, 'normal')).toBeNull()
})
