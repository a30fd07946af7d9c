import { ORDER_STATUS } from '@kushi/values/order-status'
import { expect, test } from 'vitest'
import { orderNotice } from './order-notice-text.ts'
import { isStopped } from './order-steps.ts'

test('whatever stops an order is said', () => {
  for (const status of ORDER_STATUS)
    expect(orderNotice({ status, cycle: null }) !== null).toBe(isStopped(status) || status === 'payment_pending')
})

test('a later delivery of a subscription is paid by changing its payment, not by ordering again', () => {
  expect(orderNotice({ status: 'payment_error', cycle: 2 })?.way?.to).toBe('/mypage/subscriptions')
  expect(orderNotice({ status: 'payment_error', cycle: 1 })?.text).toContain('もう一度ご注文')
})
