import { ORDER_STATUSES } from '@kushi/values/order-status'
import { expect, test } from 'vitest'
import { orderStepIndex, stepReachedOn } from './order-progress.tsx'

test('every status is a step or a stop', () => {
  expect(ORDER_STATUSES.map((status) => [status, orderStepIndex(status)])).toEqual([
    ['received', 0],
    ['payment_pending', 0],
    ['payment_error', null],
    ['arranged', 1],
    ['shipped', 2],
    ['delivered', 3],
    ['cancelled', null],
    ['returned', null],
  ])
})

test('a step has its date in Japan time', () => {
  const status_events = [
    { status: 'received', created_at: '2026-11-20T15:00:00.000Z' },
    { status: 'arranged', created_at: '2026-12-01T01:00:00.000Z' },
  ] as const
  const order = { status_events: [...status_events] }
  expect(stepReachedOn(order, 'received')).toBe('11/21')
  expect(stepReachedOn(order, 'arranged')).toBe('12/1')
  expect(stepReachedOn(order, 'shipped')).toBe('')
})
