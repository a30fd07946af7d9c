import { expect, test } from 'vitest'
import { firstPaymentLabel, yearlyCount } from './yearly.ts'

const each = { subscription: 1, lump_sum_payment_flag: false, lump_sum_payment_num: null }
const yearly = { subscription: 1, lump_sum_payment_flag: true, lump_sum_payment_num: 12 }

test('a yearly payment is paid once for all its deliveries', () => {
  expect(yearlyCount([yearly])).toBe(12)
  expect(yearlyCount([each])).toBeNull()
  expect(yearlyCount([{ ...yearly, subscription: 0 }])).toBeNull()
  expect(firstPaymentLabel([yearly])).toBe('12回分のお支払い')
  expect(firstPaymentLabel([each])).toBe('1回目のお支払い')
})
