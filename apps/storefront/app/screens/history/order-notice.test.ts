import { ORDER_STATUS } from '@kushi/values/order-status'
import { expect, test } from 'vitest'
import { orderNotice } from './order-notice.tsx'
import { stepOf } from './order-progress.tsx'

test('every state that stops an order has a notice', () => {
  for (const status of ORDER_STATUS)
    expect(orderNotice({ status, cycle: null }) !== null).toBe(stepOf(status) === null || status === 'payment_pending')
})

test('for a later delivery of a subscription, advises to change the payment, not to order again', () => {
  expect(orderNotice({ status: 'payment_error', cycle: 2 })?.way?.to).toBe('/mypage/subscriptions')
  expect(orderNotice({ status: 'payment_error', cycle: 1 })?.text).toContain('もう一度ご注文')
})
