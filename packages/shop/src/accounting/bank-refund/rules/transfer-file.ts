import { type BankAccount, toBankTransferName } from '@kushi/values/bank-transfer'
import type { CalendarDate } from '@kushi/values/calendar-date'
import type { Yen } from '@kushi/values/yen'

/** 依頼人: the account holder who orders the transfers of a file. */
export interface TransferOriginator extends Omit<BankAccount, 'holder'> {
  client_code: string
  client_name: string
}
/** One transfer of a file. */
export interface BankTransfer {
  account: BankAccount
  amount: Yen
  /** 顧客コード: our number, so that a transfer that comes back is recognised. */
  reference: string
}

const text = (value: string, length: number) => value.slice(0, length).padEnd(length, ' ')
const number = (value: number | string, length: number) => String(value).padStart(length, '0')
/** Names of banks are optional: what has signs that the format does not know is left blank, and the code counts. */
const bankName = (name: string) => {
  const written = toBankTransferName(name)
  return text(/^[ｦｱ-ﾟA-Z0-9().\-/｢｣ ]*$/.test(written) ? written : '', 15)
}

const MAX_RECORDS = 999_999

/**
 * Encodes a transfer file by 全銀協規定 総合振込. Each record has 120 characters in JIS X 0201 and ends with CRLF. The records
 * are a header, one for each transfer, the total and the end.
 * @throws RangeError for more than the format can say
 */
export function encodeTransferFile(
  client: TransferOriginator,
  pay_on: CalendarDate,
  transfers: readonly BankTransfer[],
): Uint8Array {
  const total = transfers.reduce((sum, { amount }) => sum + amount, 0)
  if (transfers.length > MAX_RECORDS || total > 999_999_999_999) throw new RangeError('too much for one file')
  const head = [
    '1',
    '21',
    '0',
    number(client.client_code, 10),
    text(client.client_name, 40),
    pay_on.slice(5, 7) + pay_on.slice(8, 10),
    number(client.bank_code, 4),
    bankName(client.bank_name),
    number(client.branch_code, 3),
    bankName(client.branch_name),
    String(client.deposit_type),
    number(client.account_number, 7),
    text('', 17),
  ]
  const each = transfers.map(({ account, amount, reference }) => [
    '2',
    number(account.bank_code, 4),
    bankName(account.bank_name),
    number(account.branch_code, 3),
    bankName(account.branch_name),
    '0000',
    String(account.deposit_type),
    number(account.account_number, 7),
    text(account.holder, 30),
    number(amount, 10),
    '0',
    number(reference, 10),
    text('', 10),
    '7',
    ' ',
    text('', 7),
  ])
  const sum = ['8', number(transfers.length, 6), number(total, 12), text('', 101)]
  const records = [head, ...each, sum, ['9', text('', 119)]].map((parts) => parts.join(''))
  return Uint8Array.from([...records.map((record) => `${record}\r\n`).join('')].map(byteOf))
}

/** JIS X 0201: half-width kana are one byte. */
function byteOf(sign: string): number {
  const code = sign.codePointAt(0)!
  return code >= 0xff61 && code <= 0xff9f ? code - 0xff61 + 0xa1 : code
}
