import { PREPAYMENT_DAYS_RANGE } from '@kushi/values/limits'
import { type PaymentPort, PaymentUnavailable } from '../ports/payment-port.ts'
import { throwingPort } from './context.ts'

/** コンビニ払い: `seen.state` is what its provider says; the deadline is that of an order of the tests' day. */
export function fakeKonbiniProvider(last_day = '2026-11-24') {
  const seen = { state: 'awaiting' as 'awaiting' | 'captured' | 'refused' | 'voided', calls: [] as string[] }
  const reference = { access_id: 'a', access_pass: 'p' }
  const awaited = {
    slip: { store: 'lawson' as const, receipt_no: '12345678901', confirmation_no: '400008' },
    pay_until: new Date(`${last_day}T23:59:59+09:00`),
  }
  const port: PaymentPort = {
    ...throwingPort<PaymentPort>('konbini'),
    async authorise(_, source) {
      const days = source.kind === 'konbini' ? source.pay_within_days : 0
      seen.calls.push(`authorise ${source.kind} ${days === PREPAYMENT_DAYS_RANGE.default ? 'in time' : days}`)
      return { kind: 'awaiting', awaited, reference }
    },
    find: async ({ amount }) => ({ state: seen.state, amount, refunded_amount: 0, reference, awaited }),
    async void() {
      if (seen.state === 'captured') throw new PaymentUnavailable('paid meanwhile')
      seen.calls.push('void')
      seen.state = 'voided'
      return reference
    },
  }
  return { port, seen }
}
