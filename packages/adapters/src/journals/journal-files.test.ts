import type { JournalSide, JournalSlip } from '@kushi/shop/ports/journal-file-port'
import { JOURNAL_PROGRAMS, type JournalProgram } from '@kushi/values/journal'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { journalFiles } from './journal-files.ts'

const side = (more: Partial<JournalSide>): JournalSide => ({
  is_bank: false,
  is_receivable: false,
  account: '売上高',
  sub_account: '',
  department: '',
  code: '500',
  sub_code: '',
  tax_word: '課税売上込10%',
  tax_rate: 10,
  amount: 3630,
  tax: 330,
  ...more,
})
const receivable = side({
  is_receivable: true,
  account: '売掛金',
  sub_account: 'GMO',
  code: '135',
  tax_word: '対象外',
  tax_rate: null,
  tax: 0,
})
const slip: JournalSlip = {
  no: 12,
  day: '2026-11-20',
  is_payout: false,
  partner: 'GMO',
  memo: '2026-11-20 クレジットカード',
  debit: [{ ...receivable, amount: 5250 }],
  credit: [side({}), side({ tax_word: '課税売上込軽減8%', tax_rate: 8, amount: 1620, tax: 120 })],
}

/** A file, its slips written one after the other. */
function fileOf(program: JournalProgram, slips: readonly JournalSlip[]): Uint8Array {
  const { head, write } = journalFiles.writerFor(program)
  return Buffer.concat([head, ...slips.map((one) => write([one]))])
}

/** Reads a file as its program would: a parser and a decoder that share no code with the writer. */
function read(program: JournalProgram, bytes: Uint8Array): string[][] {
  const isUtf8 = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  expect(isUtf8).toBe(program === 'money_forward' || program === 'freee')
  const text = new TextDecoder(isUtf8 ? 'utf-8' : 'shift_jis', { fatal: true }).decode(bytes)
  expect(text.endsWith('\r\n')).toBe(true)
  return parse(text, { record_delimiter: '\r\n' }) as string[][]
}

test('弥生: 25 columns without a header, the rows of a slip by their flags', () => {
  const rows = read('yayoi', fileOf('yayoi', [slip]))
  expect(rows.map((row) => row.length)).toEqual([25, 25])
  expect(rows[0]!.slice(0, 17)).toEqual([
    ...['2110', '12', '', '2026/11/20', '売掛金', 'GMO', '', '対象外', '5250', '0'],
    ...['売上高', '', '', '課税売上込10%', '3630', '330', '2026-11-20 クレジットカード'],
  ])
  expect(rows[1]!.slice(0, 16)).toEqual([
    ...['2101', '12', '', '2026/11/20', '', '', '', '対象外', '0', '0'],
    ...['売上高', '', '', '課税売上込軽減8%', '1620', '120'],
  ])
  const [one] = read('yayoi', fileOf('yayoi', [{ ...slip, credit: [side({ amount: 5250 })] }]))
  expect([one![0], one![19]]).toEqual(['2111', '3'])
})

test('マネーフォワード: 27 columns, the rows of a journal share 取引No', () => {
  const [head, ...rows] = read('money_forward', fileOf('money_forward', [slip]))
  expect(head).toHaveLength(27)
  expect(head!.slice(0, 10)).toEqual([
    ...['取引No', '取引日', '借方勘定科目', '借方補助科目', '借方部門', '借方取引先', '借方税区分', '借方インボイス'],
    ...['借方金額(円)', '借方税額'],
  ])
  expect(rows.map((row) => [row[0], row[2], row[8], row[10], row[16]])).toEqual([
    ['12', '売掛金', '5250', '売上高', '3630'],
    ['12', '', '', '売上高', '1620'],
  ])
})

test('freee: 売掛金 is no row of its deal, whatever the shop calls it', () => {
  const named = { ...slip, debit: slip.debit.map((one) => ({ ...one, account: '売掛金(通販)' })) }
  const [, ...rows] = read('freee', fileOf('freee', [named]))
  expect(rows.map((row) => [row[0], row[6], row[8]])).toEqual([
    ['収入', '売上高', '3630'],
    ['', '売上高', '1620'],
  ])
})

test('freee: a deal is income of its rows; what is only taken back is an income below 0, so that it meets the receivable', () => {
  const back: JournalSlip = {
    ...slip,
    no: 13,
    debit: [side({ account: '売上値引高', tax_word: '課税売返10%', amount: 1100, tax: 100 })],
    credit: [{ ...receivable, amount: 1100 }],
  }
  const [head, ...rows] = read('freee', fileOf('freee', [slip, back]))
  expect(head).toHaveLength(21)
  expect(rows.map((row) => [row[0], row[1], row[5], row[6], row[8], row[10]])).toEqual([
    ['収入', '12', 'GMO', '売上高', '3630', '330'],
    ['', '', '', '売上高', '1620', '120'],
    ['収入', '13', 'GMO', '売上値引高', '-1100', '-100'],
  ])
  const bank = side({ is_bank: true, account: '普通預金', tax_rate: null, amount: 300, tax: 0 })
  const taken = { ...slip, is_payout: true, debit: [{ ...receivable, amount: 300 }], credit: [bank] }
  expect(read('freee', fileOf('freee', [taken]))[1]).toEqual(
    expect.arrayContaining(['支出', '売掛金', '300', '2026/11/20', '普通預金']),
  )
})

test('勘定奉行: codes below 受入記号, a slip begins with *', () => {
  const [head, ...rows] = read('obc', fileOf('obc', [slip]))
  expect(head!.slice(0, 7)).toEqual(['OBCD001', 'CSJS002', 'CSJS005', 'CSJS007', 'CSJS100', 'CSJS200', 'CSJS201'])
  const at = (name: string) => head!.indexOf(name)
  expect(
    rows.map((row) => [
      row[0],
      row[at('CSJS201')],
      row[at('CSJS213')],
      row[at('CSJS301')],
      row[at('CSJS306')],
      row[at('CSJS313')],
      row[at('CSJS314')],
      row[at('CSJS322')],
    ]),
  ).toEqual([
    ['*', '135', '5250', '500', '0', '3300', '330', '0'],
    ['', '', '', '500', '0', '1500', '120', '1'],
  ])
})

test('a text that CP932 lacks is refused, never replaced', () => {
  const named = { ...slip, memo: '𠮷野家' }
  expect(() => fileOf('yayoi', [named])).toThrow(expect.objectContaining({ sign: '𠮷', text: '𠮷野家' }))
  const [spoken] = read('yayoi', fileOf('yayoi', [{ ...slip, memo: '11月〜12月 −—' }]))
  expect(spoken![16]).toBe('11月～12月 －―')
  expect(read('money_forward', fileOf('money_forward', [named]))[1]![18]).toBe('𠮷野家')
})

/** Columns whose sums are the amounts of both sides, or of the deal's rows. */
const amountsAt: Record<JournalProgram, [debit: number[], credit: number[]]> = {
  yayoi: [[8], [14]],
  money_forward: [[8], [16]],
  freee: [[8], [8]],
  obc: [
    [10, 11],
    [19, 20],
  ],
}

test('whatever the slips: debit and credit read back are those of the slips', () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 99_999_999 }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(
      fc.array(fc.tuple(amounts, fc.string({ unit: 'grapheme-ascii' })), { minLength: 1, maxLength: 5 }),
      (all) => {
        const slips = all.map(([credits, memo], n): JournalSlip => {
          const sum = credits.reduce((a, b) => a + b, 0)
          return {
            ...slip,
            no: n + 1,
            memo,
            debit: [{ ...receivable, amount: sum }],
            credit: credits.map((amount) => side({ amount, tax: Math.floor(amount / 11) })),
          }
        })
        const sum = all.flatMap(([credits]) => credits).reduce((a, b) => a + b, 0)
        for (const program of JOURNAL_PROGRAMS) {
          const rows = read(program, fileOf(program, slips)).slice(program === 'yayoi' ? 0 : 1)
          const of = (columns: number[]) =>
            rows.reduce((total, row) => total + columns.reduce((one, column) => one + Number(row[column]), 0), 0)
          expect(amountsAt[program].map(of)).toEqual([sum, sum])
        }
      },
    ),
  )
})
