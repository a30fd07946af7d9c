import { expect, test } from 'vitest'
import { PAYMENT_METHOD, paymentSheetToOpen } from './payment-method.ts'

test.each([
  ['apple_pay', 3_000, 'apple_pay'],
  ['google_pay', 1, 'google_pay'],
  // Browsers refuse a sheet over nothing, and the order needs none.
  ['apple_pay', 0, undefined],
  ['credit_card', 3_000, undefined],
  ['cash_on_delivery', 0, undefined],
] as const)('%s of %i yen opens %s', (method, payment_total, sheet) => {
  expect(paymentSheetToOpen(PAYMENT_METHOD[method], { payment_total, later: [] })).toBe(sheet)
})
