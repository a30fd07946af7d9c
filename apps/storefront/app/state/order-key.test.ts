import { expect, test } from 'vitest'
import { fakeStorage } from './fake-storage.ts'
import { orderKeyFor, readOrderKey, writeOrderKey } from './order-key.ts'

test('the same content keeps its key, after a reload too; other content gets another', () => {
  const storage = fakeStorage()
  const first = orderKeyFor(storage, 'normal', 'two bottles')
  expect(orderKeyFor(storage, 'normal', 'two bottles')).toEqual(first)
  expect(orderKeyFor(storage, 'periodic', 'two bottles').key).not.toBe(first.key)
  expect(orderKeyFor(storage, 'normal', 'three bottles').key).not.toBe(first.key)
})

test('as long as an order was sent and not answered, its key asks first', () => {
  const storage = fakeStorage()
  const first = orderKeyFor(storage, 'normal', 'two bottles')
  writeOrderKey(storage, 'normal', { ...first, is_open: true })
  expect(orderKeyFor(storage, 'normal', 'three bottles').key).toBe(first.key)
})

test('an answered order leaves the way free for another', () => {
  const storage = fakeStorage()
  const first = orderKeyFor(storage, 'normal', 'two bottles')
  writeOrderKey(storage, 'normal', { ...first, order_no: 'K1' })
  expect(orderKeyFor(storage, 'normal', 'three bottles').key).not.toBe(first.key)
  writeOrderKey(storage, 'normal', null)
  expect(readOrderKey(storage, 'normal')).toBeNull()
})
