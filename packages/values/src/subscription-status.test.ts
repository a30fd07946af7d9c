import { expect, test } from 'vitest'
import { deliveriesPerYear, firstPaymentLabel, lumpSumDeliveryCount } from './subscription-status.ts'

const each = { subscription: 1, lump_sum_payment_flag: false, lump_sum_payment_num: null }
const yearly = { subscription: 1, lump_sum_payment_flag: true, lump_sum_payment_num: 12 }

test('a yearly payment is paid once for all its deliveries', () => {
  expect(lumpSumDeliveryCount([yearly])).toBe(12)
  expect(lumpSumDeliveryCount([each])).toBeNull()
  expect(lumpSumDeliveryCount([{ ...yearly, subscription: 0 }])).toBeNull()
  expect(firstPaymentLabel([yearly])).toBe('12回分のお支払い')
  expect(firstPaymentLabel([each])).toBe('1回目のお支払い')
})

test.each([
  [1, 1, 12],
  [1, 5, 3],
  [2, 2, 6],
  [3, 30, 13],
  [3, 180, 3],
] as const)('deliveries in a year: pattern %i every %i', (subscription_division_id, param1, count) => {
  expect(deliveriesPerYear({ subscription_division_id, param1 })).toBe(count)
})
