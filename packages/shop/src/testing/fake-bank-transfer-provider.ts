import { type PaymentPort, PaymentUnavailable, type ReceivedTransfer } from '../ports/payment-port.ts'
import { transferredAmount } from '../sales/payment/index.ts'
import { throwingPort } from './context.ts'

/** 銀行振込: `bank.transfer` pays to the account; `bank.state` is what its provider says; the deadline is that of an order of the tests' day. */
export function fakeBankTransferProvider(last_day = '2026-11-24') {
  const bank = {
    state: 'awaiting' as 'awaiting' | 'captured' | 'refused' | 'voided',
    calls: [] as string[],
    transfers: [] as ReceivedTransfer[],
    transfer(amount: number, remitter_name = 'ﾔﾏｸﾞﾁ ﾊﾅｺ') {
      const transfer_key = String(bank.transfers.length)
      bank.transfers.push({ transfer_key, amount, remitter_name, transferred_on: '2026-11-22' })
    },
  }
  const reference = { access_id: 'a', access_pass: 'p' }
  const awaited = {
    slip: {
      ...{ bank_code: '0310', bank_name: 'GMOあおぞらネット銀行', branch_code: '503', branch_name: 'テスト' },
      ...{ deposit_type: 1 as const, account_number: '5000001', account_holder: 'テストショップ' },
    },
    pay_until: new Date(`${last_day}T23:59:59+09:00`),
  }
  const port: PaymentPort = {
    ...throwingPort<PaymentPort>('bank transfer'),
    async authorise(_, source) {
      bank.calls.push(`authorise ${source.kind}`)
      return { kind: 'awaiting', awaited, reference, transfers: [] }
    },
    async find({ amount }) {
      const state = bank.state === 'awaiting' && transferredAmount(bank) >= amount ? 'captured' : bank.state
      return { state, amount, refunded_amount: 0, reference, awaited, transfers: [...bank.transfers] }
    },
    async void({ amount }) {
      if (transferredAmount(bank) >= amount) throw new PaymentUnavailable('paid meanwhile')
      bank.calls.push('void')
      bank.state = 'voided'
      return reference
    },
  }
  return { port, bank }
}
