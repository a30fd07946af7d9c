import { ORDER_STATUSES, type OrderStatus } from '@kushi/values/order-status'
import { expect, test } from 'vitest'
import { canOrderBecome } from './order-status.ts'

const allowed = [
  'payment_pending received',
  'payment_pending arranged',
  'payment_pending payment_error',
  'payment_pending cancelled',
  'payment_error payment_pending',
  'payment_error arranged',
  'payment_error cancelled',
  'received arranged',
  'received cancelled',
  'arranged shipped',
  'arranged cancelled',
  'shipped delivered',
  'shipped returned',
  'delivered returned',
]

test('an order goes these ways and no other', () => {
  const pairs = ORDER_STATUSES.flatMap((from) => ORDER_STATUSES.map((to) => [from, to] as [OrderStatus, OrderStatus]))
  const possible = pairs.filter(([from, to]) => canOrderBecome(from, to)).map((pair) => pair.join(' '))
  expect(possible.sort()).toEqual([...allowed].sort())
})
