import { expect, test } from 'vitest'
import { chargeTiming } from './charge-timing.ts'

const next = { next_delivery_date: '2028-03-10', charge_date: '2028-03-01', prepaid: null }

test('states the day on which a card is charged', () => {
  expect(chargeTiming({ ...next, payment_method_id: 1 }).join('')).toContain('2028年3月1日(水)に自動で請求します')
})

test('cash is paid on delivery', () => {
  expect(chargeTiming({ ...next, payment_method_id: null })[0]).toContain('2028年3月10日(金)のお届けのときに')
})

test('a lump sum payment is already paid', () => {
  const [only, ...more] = chargeTiming({ ...next, payment_method_id: 1, prepaid: { remaining: 3, total: 12 } })
  expect(only).toContain('今後のお支払いはありません')
  expect(more).toEqual([])
})

test.each([3, 4] as const)('a bill of method %i has its own term', (payment_method_id) => {
  expect(chargeTiming({ ...next, payment_method_id })[1]).toContain('請求書')
})
