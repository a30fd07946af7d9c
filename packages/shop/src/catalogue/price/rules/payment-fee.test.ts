import { expect, test } from 'vitest'
import { paymentFee } from './payment-fee.ts'

const table = [
  { from_amount: 10_000, fee: 440 },
  { from_amount: 0, fee: 330 },
  { from_amount: 30_000, fee: 660 },
]

test.each([
  [1, 330],
  [9_999, 330],
  [10_000, 440],
  [29_999, 440],
  [999_999_999, 660],
  [0, 0],
  [-1, 0],
])('total %i: fee %i', (total, fee) => {
  expect(paymentFee(table, total)).toBe(fee)
})

test('no row reached, no fee', () => {
  expect(paymentFee([{ from_amount: 1000, fee: 100 }], 999)).toBe(0)
  expect(paymentFee([], 999)).toBe(0)
})
