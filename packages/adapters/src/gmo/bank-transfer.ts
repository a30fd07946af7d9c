import { createHash } from 'node:crypto'
import {
  type PaymentPort,
  PaymentUnavailable,
  type PrepaymentInstructions,
  type ReceivedTransfer,
} from '@kushi/shop/ports/payment-port'
import { BANK_ACCOUNT_TYPES } from '@kushi/values/bank-transfer'
import { sum } from '@kushi/values/sum'
import { callGmoForLines, type GmoSettings } from './call.ts'
import { endOfGmoDay, type GmoFields, gmoPrepaid } from './prepaid.ts'

const account = [
  'BankCode',
  'BankName',
  'BranchCode',
  'BranchName',
  'AccountType',
  'AccountNumber',
  'AccountHolderName',
]

/** 銀行振込 (GANB, バーチャル口座 あおぞら): an account for one order. What reaches it is listed by InquiryTransferGANB. */
export const gmoBankTransfer = (settings: GmoSettings): PaymentPort =>
  gmoPrepaid(settings, {
    entry: 'EntryTranGANB',
    exec: 'ExecTranGANB',
    cancel: 'CancelTranGANB',
    pay_type: '36',
    asked(source) {
      if (source.kind !== 'bank_transfer') throw new Error(`銀行振込 can't be made from ${source.kind}`)
      return { TradeDays: String(source.pay_within_days) }
    },
    answered: [...account, 'AvailableDate'],
    issued: (answer) => accountOf(answer, '', answer.AvailableDate),
    searched: ['GanbTotalTransferAmount', 'GanbTotalTransferCount'],
    found: (trade) => accountOf(trade, 'Ganb', trade.GanbExpireDate),
    states: { UNPROCESSED: 'begun', TRADING: 'awaiting', PAYSUCCESS: 'captured', STOP: 'voided', CANCEL: 'voided' },
    transfers: loadTransfers,
  })

/** The account, whose fields begin with `prefix`; null: none was issued yet. */
function accountOf(fields: GmoFields, prefix: string, last_day: string | undefined): PrepaymentInstructions | null {
  const value = (name: string) => fields[`${prefix}${name}`] ?? ''
  const deposit_type = BANK_ACCOUNT_TYPES.find((one) => String(one) === value('AccountType'))
  const pay_until = endOfGmoDay(last_day)
  if (value('AccountNumber') === '' || deposit_type === undefined || !pay_until) return null
  return {
    slip: {
      bank_code: value('BankCode'),
      bank_name: value('BankName'),
      branch_code: value('BranchCode'),
      branch_name: value('BranchName'),
      deposit_type,
      account_number: value('AccountNumber'),
      account_holder: value('AccountHolderName'),
    },
    pay_until,
  }
}

/**
 * 入金履歴 of a transaction. GMO gives a transfer no number, so its content and its place among equal ones are its key.
 * @throws PaymentUnavailable while the list and the sums of the transaction differ
 */
async function loadTransfers(settings: GmoSettings, trade: GmoFields): Promise<ReceivedTransfer[]> {
  const { OrderID, AccessID, AccessPass, GanbTotalTransferAmount, GanbTotalTransferCount } = trade
  if (Number(GanbTotalTransferCount) === 0) return []
  const keys = { OrderID: OrderID!, AccessID: AccessID!, AccessPass: AccessPass! }
  const shop = { ShopID: settings.shop_id, ShopPass: settings.shop_pass }
  const lines = await callGmoForLines(settings, 'InquiryTransferGANB', { ...shop, ...keys })
  const times = new Map<string, number>()
  const transfers = lines.map((line): ReceivedTransfer => {
    const [, year, month, day, name, amount] = /^(\d{4})(\d\d)(\d\d)\|([^|]*)\|.*\|(\d+)$/.exec(line) ?? []
    if (amount === undefined) throw new PaymentUnavailable(`InquiryTransferGANB: a line of ${line.length} characters`)
    const nth = (times.get(line) ?? 0) + 1
    times.set(line, nth)
    return {
      transfer_key: createHash('sha256').update(`${line}|${nth}`).digest('base64url'),
      amount: Number(amount),
      remitter_name: name!,
      transferred_on: `${year}-${month}-${day}`,
    }
  })
  const isAll = sum(transfers.map((one) => one.amount)) === Number(GanbTotalTransferAmount)
  if (!isAll) throw new PaymentUnavailable('InquiryTransferGANB: not the transfers of the transaction')
  return transfers
}
