import { describePaymentPort } from '@kushi/shop/sales/payment/testing/port-suite'
import { portTestContact } from '@kushi/shop/sales/payment/testing/suite-order'
import { afterAll } from 'vitest'
import { paidyPayload, reservedAndTakenOfPaidy, startPaidy } from '../testing/paidy.ts'
import { paidyPayments } from './payments.ts'

// A capture of less than was approved: all of it and a refund, or a partial one, by what the contract lets Paidy take.
for (const [name, env] of [
  ['captured whole', {}],
  ['captured in part', { SANDBOX_PAIDY_PARTIAL_CAPTURES: '1' }],
] as const) {
  const paidy = await startPaidy({ env })
  afterAll(paidy.stop)
  describePaymentPort(`Paidy, ${name}`, {
    port: paidyPayments(paidy.settings),
    source: async (amount, provider_order_id) => ({
      kind: 'sheet_token',
      token: btoa(await paidy.decide(paidyPayload(amount, provider_order_id))),
      contact: portTestContact,
    }),
    return_url: null,
    never_more: true,
    books: async ({ provider_order_id, reference }) =>
      reservedAndTakenOfPaidy(
        (await paidy.paymentsOf(provider_order_id))[0],
        Number(reference.agreed_amount) || undefined,
      ),
    fault: paidy.fault,
    clearFaults: paidy.clearFaults,
    apis: {
      authorise: ['getPayment'],
      capture: ['getPayment', 'capture'],
      void: ['getPayment', 'close'],
      refund: ['getPayment', 'refund'],
      change: ['getPayment'],
    },
  })
}
