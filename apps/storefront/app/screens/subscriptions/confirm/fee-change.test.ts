import { expect, test } from 'vitest'
import { feeChangeOf } from './fee-change.ts'

const preview = (fee: number, ...names: string[]) => ({
  before: { delivery_fee: 660 },
  after: { delivery_fee: fee },
  changes: names.map((name) => ({ name })),
})

test.each([
  [preview(1_320, 'shipping_address', 'payment_total'), { from: 660, to: 1_320 }],
  [preview(660, 'shipping_address'), null],
  [preview(0, 'items', 'payment_total'), null],
  [preview(0, 'shipping_address', 'items'), null],
  [preview(275, 'shipping_address', 'delivery_id'), null],
])('%o', (previewed, change) => {
  expect(feeChangeOf(previewed)).toEqual(change)
})
