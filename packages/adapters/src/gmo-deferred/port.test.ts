import { describePaymentPort } from '@kushi/shop/sales/payment/testing/port-suite'
import { afterAll } from 'vitest'
import { reservedAndTakenOfBills, startDeferred } from '../testing/deferred.ts'
import { gmoDeferredPayment } from './gmo-deferred.ts'

const { sandbox, gmoDeferred, gmoDeferredSettings, stop } = await startDeferred()
afterAll(stop)
const returns = ['modifycancelpdrequest.do', 'modifycanceltransaction.do', 'pdrequest.do']

describePaymentPort('GMO後払い', {
  port: gmoDeferredPayment(gmoDeferredSettings),
  // All test buyers have one phone number, by which the provider adds up unpaid amounts.
  source: async () => {
    await sandbox.reset()
    return { kind: 'invoice' }
  },
  return_url: null,
  captures_parcel: true,
  books: async ({ provider_order_id }) => reservedAndTakenOfBills(await gmoDeferred.transactions(provider_order_id)),
  fault: gmoDeferred.fault,
  clearFaults: gmoDeferred.clearFaults,
  apis: {
    authorise: ['getauthor.do', 'transaction.do'],
    capture: ['pdrequest.do'],
    void: ['getauthor.do', 'modifycanceltransaction.do'],
    refund: ['getauthor.do', 'getdefpaymentstatus.do', ...returns],
    change: ['modifycanceltransaction.do'],
  },
})
