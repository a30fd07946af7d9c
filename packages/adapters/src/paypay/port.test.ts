import type { PaymentAttempt } from '@kushi/shop/ports/payment-port'
import { describePaymentPort } from '@kushi/shop/sales/payment/testing/port-suite'
import { portTestContact } from '@kushi/shop/sales/payment/testing/suite-order'
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

describePaymentPort('PayPay', {
  port: paypayPayments(paypay.settings),
  source: async () => ({ kind: 'provider_page', contact: portTestContact }),
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

const port = paypayPayments(paypay.settings)
let count = 0
/** Goes through a session of 連携 as a customer; returns the consent. */
async function linked(): Promise<string> {
  const reference_id = `member-${++count}`
  const return_url = 'http://localhost:3000/sh/redirect/linked-account'
  const url = await port.link!.begin({ nonce: `nonce-${count}`, reference_id, return_url })
  const back = new URL((await paypay.answerLink(url))!)
  return port.link!.read(back.searchParams.get('responseToken')!).user_authorization_id!
}

const onCharge = {
  port,
  captures_on_charge: true,
  books,
  fault: paypay.fault,
  clearFaults: paypay.clearFaults,
} as const

describePaymentPort('PayPay, an account that was linked before', {
  ...onCharge,
  source: async () => ({ kind: 'linked_account', user_authorization_id: await linked() }),
  return_url: null,
  apis: {
    authorise: ['subscriptionPayment', 'getPayment'],
    refund: ['getPayment', 'refund'],
  },
})

describePaymentPort('PayPay, linked for the first order', {
  ...onCharge,
  source: async () => ({ kind: 'account_link', reference_id: '7' }),
  return_url: 'http://localhost:3000/sh/redirect/linked-account',
  visit: (url) => paypay.answerLink(url),
  brought: (back) => {
    const token = new URL(String(back)).searchParams.get('responseToken')!
    return { user_authorization_id: port.link!.read(token).user_authorization_id! }
  },
  apis: {
    authorise: ['createSession'],
    finish: ['subscriptionPayment', 'getPayment'],
    refund: ['getPayment', 'refund'],
  },
})
