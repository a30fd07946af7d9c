import { ORDER_STATUS } from '@kushi/values/order-status'
import { expect, test } from 'vitest'
import { isStopped, reachedOn, stepOf } from './order-steps.ts'

test('every status is a step or a stop', () => {
  expect(ORDER_STATUS.map((status) => [status, stepOf(status), isStopped(status)])).toEqual([
    ['received', 0, false],
    ['payment_pending', 0, false],
    ['payment_error', null, true],
    ['arranged', 1, false],
    ['shipped', 2, false],
    ['delivered', 3, false],
    ['cancelled', null, true],
    ['returned', null, true],
  ])
})

test('a step has its date in Japan time', () => {
  const status_events = [
    { status: 'received', created_at: '2026-11-20T15:00:00.000Z' },
    { status: 'arranged', created_at: '2026-12-01T01:00:00.000Z' },
  ] as const
  const order = { status_events: [...status_events] }
  expect(reachedOn(order, 'received')).toBe('11/21')
  expect(reachedOn(order, 'arranged')).toBe('12/1')
  expect(reachedOn(order, 'shipped')).toBe('')
})
