import type { PaymentAttempt } from '@kushi/shop/ports/payment-port'
import { portSuite } from '@kushi/shop/sales/payment/testing/port-suite'
import { suiteContact } from '@kushi/shop/sales/payment/testing/suite-order'
import { afterAll } from 'vitest'
import { startPayPay } from '../testing/paypay.ts'
import { paypayPayments } from './payments.ts'

const paypay = await startPayPay()
afterAll(paypay.stop)

/** If less than the authorised amount was agreed, only that counts as held. */
async function books({ provider_order_id, reference }: PaymentAttempt) {
  const one = await paypay.payment(provider_order_id)
  if (!one) return { reserved: 0, taken: 0 }
  const refunded = one.refunds.filter(({ status }) => status !== 'REFUND_FAILED')
  return {
    reserved: one.status === 'AUTHORIZED' ? Number(reference.agreed_amount ?? one.amount) : 0,
    taken: one.captured - refunded.reduce((total, { amount }) => total + amount, 0),
  }
}

portSuite('PayPay', {
  port: paypayPayments(paypay.settings),
  source: async () => ({ kind: 'provider_page', contact: suiteContact }),
  return_url: 'http://localhost:3000/v1/payment/paypay/return',
  visit: (url) => paypay.press(url, 'pay'),
  never_more: true,
  books,
  fault: paypay.fault,
  clearFaults: paypay.clearFaults,
  apis: {
    authorise: ['createCode', 'getCodePayment'],
    finish: ['getCodePayment'],
    capture: ['capture'],
    void: ['getCodePayment', 'revert'],
    refund: ['getCodePayment', 'refund'],
    change: ['getCodePayment'],
  },
})
