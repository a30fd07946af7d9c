import type { PaymentAttempt } from '@kushi/shop/ports/payment-port'
import { describePaymentPort } from '@kushi/shop/sales/payment/testing/port-suite'
import { afterAll } from 'vitest'
import { reservedAndTakenOfBills, startDeferred } from '../testing/deferred.ts'
import { npPayment } from './np.ts'

const { sandbox, np, npSettings, stop } = await startDeferred()
afterAll(stop)

/** A return registers the rest under the order's next number, so the valid amounts of all numbers are added up. */
async function books({ provider_order_id }: PaymentAttempt) {
  const bills = await np.transactions(provider_order_id)
  for (let returns = 1; ; returns++) {
    const anew = await np.transactions(`${provider_order_id}-R${returns}`)
    if (anew.length === 0) return reservedAndTakenOfBills(bills)
    bills.push(...anew)
  }
}

describePaymentPort('NP後払い', {
  port: npPayment(npSettings),
  // All test buyers have one phone number, by which NP adds up unpaid amounts.
  source: async () => {
    await sandbox.reset()
    return { kind: 'invoice' }
  },
  return_url: null,
  books,
  fault: np.fault,
  clearFaults: np.clearFaults,
  apis: {
    authorise: ['authorizations/find', 'transactions'],
    capture: ['shipments'],
    void: ['authorizations/find', 'transactions/cancel'],
    refund: ['authorizations/find', 'transactions/payments/find', 'transactions/cancel', 'transactions/reregister'],
    change: ['transactions/update'],
  },
})
