import { ORDER_STATUSES } from '@kushi/values/order-status'
import { expect, test } from 'vitest'
import { orderNotice } from './order-notice.tsx'
import { orderStepIndex } from './order-progress.tsx'

test('every state that stops an order has a notice', () => {
  for (const status of ORDER_STATUSES)
    expect(orderNotice({ status, cycle: null }) !== null).toBe(
      orderStepIndex(status) === null || status === 'payment_pending',
    )
})

test('for a later delivery of a subscription, advises to change the payment, not to order again', () => {
  expect(orderNotice({ status: 'payment_error', cycle: 2 })?.way?.to).toBe('/mypage/subscriptions')
  expect(orderNotice({ status: 'payment_error', cycle: 1 })?.text).toContain('もう一度ご注文')
})

test('an order that was made again later is no longer a task', () => {
  const notice = orderNotice({ status: 'payment_error', cycle: 1, ordered_again: 'K261121-7QK3M9XA' })
  expect(notice).toMatchObject({ tone: 'info', way: { to: '/mypage/history?order_no=K261121-7QK3M9XA' } })
  expect(notice!.text).not.toContain('もう一度')
})
