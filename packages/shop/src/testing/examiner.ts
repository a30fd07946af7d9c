import { type BillRow, type PaymentPort, PaymentRefused, type ProviderPaymentRecord } from '../ports/payment-port.ts'
import { throwingPort } from './context.ts'

/** An invoice provider whose credit examination ends with `verdict`. */
export function fakeInvoiceProvider(verdict: 'authorised' | 'held' | 'refused') {
  const seen = {
    total: 0,
    calls: [] as string[],
    state: verdict as ProviderPaymentRecord['state'],
    bill: [] as BillRow[],
  }
  const reference = { np_transaction_id: '26112100001' }
  const port: PaymentPort = {
    ...throwingPort<PaymentPort>('np'),
    async authorise(_, source, order) {
      seen.calls.push(`authorise ${source.kind}`)
      seen.bill = order.rows
      seen.total = order.rows.reduce((sum, row) => sum + row.price * row.quantity, 0)
      if (verdict === 'refused') throw new PaymentRefused('examination', 'RE003')
      return verdict === 'held' ? { kind: 'held', reasons: ['RE014'], reference } : { kind: 'authorised', reference }
    },
    find: async ({ amount }) => ({ state: seen.state, amount, refunded_amount: 0, reference }),
    async void() {
      seen.calls.push('void')
      return reference
    },
  }
  return { port, seen }
}
