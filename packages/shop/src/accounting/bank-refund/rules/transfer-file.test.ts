import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BankTransfer, encodeTransferFile } from './transfer-file.ts'

const client = {
  client_code: '1234567890',
  client_name: 'ｶ)ﾂﾊﾞｷﾉ',
  bank_code: '0001',
  bank_name: 'みずほ銀行',
  branch_code: '210',
  branch_name: 'シブヤ',
  deposit_type: 1,
  account_number: '7654321',
} as const

/** Reads a file as the bank's specification numbers its columns, and shares nothing with the writer. */
function readByColumns(bytes: Uint8Array) {
  const records: string[] = []
  for (let at = 0; at < bytes.length; at += 122) {
    expect([bytes[at + 120], bytes[at + 121]]).toEqual([13, 10])
    records.push(new TextDecoder('shift_jis').decode(bytes.slice(at, at + 120)))
  }
  const column = (record: string, from: number, to: number) => record.slice(from - 1, to)
  const of = (kind: string) => records.filter((record) => column(record, 1, 1) === kind)
  const [header, ...moreHeaders] = of('1')
  const [trailer, ...moreTrailers] = of('8')
  expect([moreHeaders, moreTrailers, of('9').length, records.at(-1)]).toEqual([[], [], 1, `9${' '.repeat(119)}`])
  return {
    kind: column(header!, 2, 3),
    client: column(header!, 5, 14),
    name: column(header!, 15, 54).trimEnd(),
    day: column(header!, 55, 58),
    bank: column(header!, 59, 62),
    branch: column(header!, 78, 80),
    branchName: column(header!, 81, 95).trimEnd(),
    type: column(header!, 96, 96),
    account: column(header!, 97, 103),
    transfers: of('2').map((record) => ({
      bank: column(record, 2, 5),
      branch: column(record, 21, 23),
      type: column(record, 43, 43),
      account: column(record, 44, 50),
      holder: column(record, 51, 80).trimEnd(),
      amount: Number(column(record, 81, 90)),
      fresh: column(record, 91, 91),
      reference: Number(column(record, 92, 101)),
      way: column(record, 112, 112),
    })),
    count: Number(column(trailer!, 2, 7)),
    total: Number(column(trailer!, 8, 19)),
  }
}

const transfer: fc.Arbitrary<BankTransfer> = fc.record({
  account: fc.record({
    bank_code: fc.integer({ min: 0, max: 9999 }).map((n) => String(n).padStart(4, '0')),
    bank_name: fc.constantFrom('みずほ銀行', 'ゆうちょ', 'ミツビシユーエフジェイ銀行'),
    branch_code: fc.integer({ min: 0, max: 999 }).map((n) => String(n).padStart(3, '0')),
    branch_name: fc.constantFrom('本店', 'シブヤ', 'トウキヨウチユウオウエイギヨウブ'),
    deposit_type: fc.constantFrom(1 as const, 2 as const, 4 as const),
    account_number: fc.integer({ min: 0, max: 9_999_999 }).map((n) => String(n).padStart(7, '0')),
    holder: fc.constantFrom('ﾔﾏｸﾞﾁ ﾊﾅｺ', 'ｶ)ﾂﾊﾞｷ', 'A'.repeat(30)),
  }),
  amount: fc.integer({ min: 1, max: 999_999_999 }),
  reference: fc.integer({ min: 1, max: 2_147_483_647 }).map(String),
})

test('whatever is transferred, a bank reads what was meant, to the yen', () => {
  fc.assert(
    fc.property(fc.array(transfer, { maxLength: 20 }), (transfers) => {
      const read = readByColumns(encodeTransferFile(client, '2026-12-04', transfers))
      expect(read).toMatchObject({
        kind: '21',
        client: '1234567890',
        name: 'ｶ)ﾂﾊﾞｷﾉ',
        day: '1204',
        bank: '0001',
        branch: '210',
        branchName: 'ｼﾌﾞﾔ',
        type: '1',
        account: '7654321',
        count: transfers.length,
        total: transfers.reduce((sum, { amount }) => sum + amount, 0),
      })
      expect(read.transfers).toEqual(
        transfers.map(({ account, amount, reference }) => ({
          bank: account.bank_code,
          branch: account.branch_code,
          type: String(account.deposit_type),
          account: account.account_number,
          holder: account.holder,
          amount,
          fresh: '0',
          reference: Number(reference),
          way: '7',
        })),
      )
    }),
  )
})
