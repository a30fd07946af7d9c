import type { PaymentAttempt } from '@kushi/shop/ports/payment-port'
import { describePaymentPort } from '@kushi/shop/sales/payment/testing/port-suite'
import { portTestOrder } from '@kushi/shop/sales/payment/testing/suite-order'
import { afterAll } from 'vitest'
import { startAmazon } from '../testing/amazon.ts'
import { amazonPayments } from './payments.ts'

const amazon = await startAmazon()
afterAll(amazon.stop)
const port = amazonPayments(amazon.settings)
const return_url = 'http://localhost:3000/sh/redirect/amazon'

/** If less than the authorised amount was agreed, only that counts as held. */
async function books({ provider_order_id, reference }: PaymentAttempt) {
  const own = (await amazon.charges()).filter((one) => one.merchantMetadata.merchantReferenceId === provider_order_id)
  const sum = (of: (one: (typeof own)[number]) => number) => own.reduce((total, one) => total + of(one), 0)
  const reservedOf = (one: (typeof own)[number]) =>
    one.status.state === 'Authorized' ? Number(reference.agreed_amount ?? one.amount) : 0
  const refunds = (await amazon.refunds()).filter(({ status }) => status.state !== 'Declined')
  const refundedOf = ({ chargeId }: (typeof own)[number]) =>
    refunds.reduce((total, one) => total + (one.chargeId === chargeId ? one.amount : 0), 0)
  return { reserved: sum(reservedOf), taken: sum((one) => one.captured - refundedOf(one)) }
}

// With a recurring permission, which has room for more; a one-time permission has none beyond the agreed amount.
const recurring = { frequency: { unit: 'Month', value: 1 } } as const
const session = async () =>
  ({ kind: 'amazon_session', checkout_session_id: await amazon.session('HANAKO', recurring) }) as const

/** The charge permission that a first purchase leaves for later deliveries. */
async function permission() {
  const attempt = { provider_order_id: `FIRST-${crypto.randomUUID()}`.slice(0, 27), amount: 1000, reference: {} }
  const sent = await port.authorise(attempt, await session(), portTestOrder(1000), return_url)
  if (sent.kind !== 'redirect') throw new Error(sent.kind)
  await amazon.visit(sent.redirect_url)
  const { reference } = await port.finish({ ...attempt, reference: sent.reference })
  return { kind: 'amazon_permission', charge_permission_id: reference.charge_permission_id! } as const
}

const common = { port, books, fault: amazon.fault, clearFaults: amazon.clearFaults }
const later = {
  capture: ['captureCharge'],
  void: ['getCharge', 'cancelCharge'],
  refund: ['getCharge', 'createRefund', 'getRefund'],
  change: ['getCharge', 'getChargePermission', 'cancelCharge', 'createCharge'],
}

describePaymentPort('Amazon Pay, while the customer is there', {
  ...common,
  source: session,
  return_url,
  visit: (url) => amazon.visit(url),
  apis: {
    authorise: ['updateCheckoutSession', 'completeCheckoutSession'],
    finish: ['completeCheckoutSession', 'getCharge'],
    ...later,
  },
})

describePaymentPort('Amazon Pay, by the permission of a subscription', {
  ...common,
  source: permission,
  return_url: null,
  apis: { authorise: ['createCharge'] },
})
