import type { OrderStatus } from '@kushi/values/order-status'
import { expect, test } from 'vitest'
import { isDeliverySlipAvailable, receiptRefusal } from './document-availability.ts'

const own = { replacement_kind: null, payment_total: 3_410 }

test('a replacement has no receipt, and its slip’s title names it as one', () => {
  const again = { status: 'shipped', payment_method_id: 1, payment_total: 0, replacement_kind: 'resend' } as const
  expect(receiptRefusal(again)).toContain('再送')
  expect(isDeliverySlipAvailable(again)).toBe(true)
})

test('an order that moved in has no receipt: the other system may have given one', () => {
  expect(receiptRefusal({ ...own, status: 'delivered', payment_method_id: 1, is_moved: true })).toMatch(
    /以前のシステム/,
  )
})

test('where nothing was paid there is no receipt', () => {
  const free = { ...own, status: 'delivered', payment_method_id: 1, payment_total: 0 } as const
  expect(receiptRefusal(free)).toContain('お支払いのない')
})

test.each<[OrderStatus, number | null, boolean, RegExp | null]>([
  ['received', 1, true, null],
  ['arranged', 2, true, null],
  ['shipped', 1, true, null],
  ['delivered', 1, true, null],
  ['delivered', null, true, /配送会社/],
  ['delivered', 4, true, /受領証/],
  ['delivered', 3, true, /受領証/],
  ['payment_pending', 1, false, /確認がとれてから/],
  ['payment_error', 1, false, /確認がとれてから/],
  ['cancelled', 1, false, /キャンセル/],
  ['returned', 1, true, /返品/],
])('%s, paid by %s: slip %s, receipt refused %s', (status, payment_method_id, slip, refusal) => {
  expect(isDeliverySlipAvailable({ ...own, status, payment_method_id })).toBe(slip)
  const text = receiptRefusal({ ...own, status, payment_method_id })
  if (refusal) expect(text).toMatch(refusal)
  else expect(text).toBeNull()
})
