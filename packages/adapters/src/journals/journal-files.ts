import {
  type JournalFilePort,
  type JournalSide,
  type JournalSlip,
  UnencodableTextError,
} from '@kushi/shop/ports/journal-file-port'
import type { CalendarDate } from '@kushi/values/calendar-date'
import type { JournalProgram } from '@kushi/values/journal'
import { toCp932Text } from '@kushi/values/windows-text'
import iconv from 'iconv-lite'

type Cell = string | number

/** A row of the two sides of a slip: both, or only one where the other has fewer lines. */
type Pair = [debit: JournalSide | undefined, credit: JournalSide | undefined]

interface Format {
  encoding: 'cp932' | 'utf8-bom'
  head: readonly string[] | null
  rows(slips: readonly JournalSlip[]): Cell[][]
}

const pairsOf = ({ debit, credit }: JournalSlip): Pair[] =>
  Array.from({ length: Math.max(debit.length, credit.length) }, (_, n) => [debit[n], credit[n]])

const slashed = (day: CalendarDate) => day.replaceAll('-', '/')

/**
 * 弥生インポート形式: 25 columns without a header. 識別フラグ 2111 is a 振替伝票 (タイプ 3) of one row; 2110, 2100 and 2101 are the first,
 * middle and last row of a longer one. An empty side has 対象外 and 0.
 */
const yayoi: Format = {
  encoding: 'cp932',
  head: null,
  rows: (slips) =>
    slips.flatMap((slip) => {
      const pairs = pairsOf(slip)
      const flag = (n: number) => {
        if (pairs.length === 1) return 2111
        if (n === 0) return 2110
        return n === pairs.length - 1 ? 2101 : 2100
      }
      const side = (one: JournalSide | undefined): Cell[] =>
        one
          ? [one.account, one.sub_account, one.department, one.tax_word, one.amount, one.tax]
          : ['', '', '', '対象外', 0, 0]
      return pairs.map(([debit, credit], n) => [
        flag(n),
        slip.no % 1_000_000,
        '',
        slashed(slip.day),
        ...side(debit),
        ...side(credit),
        cut(slip.memo, 64),
        '',
        '',
        3,
        '',
        '',
        0,
        0,
        'no',
      ])
    }),
}

const SIDE = ['勘定科目', '補助科目', '部門', '取引先', '税区分', 'インボイス', '金額(円)', '税額']

/** 仕訳帳インポート: 27 columns; the rows of one 取引No are one journal. */
const moneyForward: Format = {
  encoding: 'utf8-bom',
  head: [
    '取引No',
    '取引日',
    ...SIDE.map((name) => `借方${name}`),
    ...SIDE.map((name) => `貸方${name}`),
    '摘要',
    '仕訳メモ',
    'タグ',
    'MF仕訳タイプ',
    '決算整理仕訳',
    '作成日時',
    '作成者',
    '最終更新日時',
    '最終更新者',
  ],
  rows: (slips) =>
    slips.flatMap((slip) => {
      const side = (one: JournalSide | undefined): Cell[] =>
        one
          ? [one.account, one.sub_account, one.department, '', one.tax_word, '', one.amount, one.tax]
          : ['', '', '', '', '', '', '', '']
      return pairsOf(slip).map(([debit, credit]) => [
        slip.no,
        slashed(slip.day),
        ...side(debit),
        ...side(credit),
        slip.memo,
        ...Array<string>(8).fill(''),
      ])
    }),
}

/**
 * 取引 CSV: 21 columns. A slip is one deal with the payment provider: an income of its credits, without a day of payment
 * (売掛), so that the claim itself is no row of it. What lowers the deal (売上返還, 前受金 that is used) is a negative row of it. A slip that
 * only lowers is an income below 0 (赤伝), because an expense without a day of payment would stand against 未払金.
 * 入金 is a deal that is paid: 売掛金 less the fee, on the day and into the account of the payout.
 */
const freee: Format = {
  encoding: 'utf8-bom',
  head: [
    '収支区分',
    '管理番号',
    '発生日',
    '決済期日',
    '取引先コード',
    '取引先',
    '勘定科目',
    '税区分',
    '金額',
    '税計算区分',
    '税額',
    '備考',
    '品目',
    '部門',
    'メモタグ（複数指定可、カンマ区切り）',
    'セグメント1',
    'セグメント2',
    'セグメント3',
    '決済日',
    '決済口座',
    '決済金額',
  ],
  rows: (slips) =>
    slips.flatMap((slip) => {
      const bank = slip.is_payout ? [...slip.debit, ...slip.credit].find(({ is_bank }) => is_bank) : undefined
      const signed = [
        ...slip.credit.map((side) => ({ side, sign: 1 })),
        ...slip.debit.map((side) => ({ side, sign: -1 })),
      ].filter(({ side }) => side !== bank && (slip.is_payout || !side.is_receivable))
      const sum = signed.reduce((all, { side, sign }) => all + sign * side.amount, 0)
      const isExpense = slip.is_payout && sum < 0
      const turn = isExpense ? -1 : 1
      return signed.map(({ side, sign }, n) => [
        ...(n === 0
          ? [isExpense ? '支出' : '収入', slip.no, slashed(slip.day), '', '', slip.partner]
          : ['', '', '', '', '', '']),
        side.account,
        side.tax_word,
        turn * sign * side.amount,
        '税込',
        turn * sign * side.tax,
        slip.memo,
        '',
        side.department,
        ...Array<string>(4).fill(''),
        ...(bank && n === 0 ? [slashed(slip.day), bank.account, turn * sum] : ['', '', '']),
      ])
    }),
}

/**
 * OBC受入形式: the first row names the columns; accounts and tax classes are codes. The amount without tax (本体金額) and its tax stand in
 * columns of their own, and the program works no tax out (消費税自動計算 0): the books have that of the documents.
 */
const obc: Format = {
  encoding: 'cp932',
  head: [
    'OBCD001',
    'CSJS002',
    'CSJS005',
    'CSJS007',
    'CSJS100',
    ...['2', '3'].flatMap((side) =>
      ['00', '01', '02', '03', '06', '13', '14', '20', '22'].map((column) => `CSJS${side}${column}`),
    ),
  ],
  rows: (slips) =>
    slips.flatMap((slip) => {
      const side = (one: JournalSide | undefined): Cell[] =>
        one
          ? [
              one.department,
              one.code,
              one.sub_code,
              one.tax_word,
              0,
              one.amount - one.tax,
              one.tax,
              one.tax_rate === null ? '0.0' : one.tax_rate.toFixed(1),
              one.tax_rate === 8 ? 1 : 0,
            ]
          : Array<string>(9).fill('')
      return pairsOf(slip).map(([debit, credit], n) => [
        n === 0 ? '*' : '',
        0,
        slashed(slip.day),
        slip.no,
        cut(slip.memo, 80),
        ...side(debit),
        ...side(credit),
      ])
    }),
}

const formats: Record<JournalProgram, Format> = { yayoi, money_forward: moneyForward, freee, obc }

const widthOf = (text: string) =>
  [...text].reduce((sum, sign) => sum + (/[\u0020-\u007e\uff61-\uff9f]/.test(sign) ? 1 : 2), 0)

/** At most this width, where 全角 counts 2. */
function cut(text: string, width: number): string {
  let taken = ''
  for (const sign of text) {
    if (widthOf(taken + sign) > width) break
    taken += sign
  }
  return taken
}

const written = (cells: readonly Cell[]) =>
  `${cells.map((cell) => (/[",\r\n]/.test(`${cell}`) ? `"${`${cell}`.replaceAll('"', '""')}"` : `${cell}`)).join(',')}\r\n`

/** @throws UnencodableTextError */
function encoded(text: string, encoding: Format['encoding']): Uint8Array {
  if (encoding === 'utf8-bom') return new TextEncoder().encode(text)
  const bytes = iconv.encode(toCp932Text(text), 'cp932')
  const lost = [...new Set(text)].find(
    (sign) => iconv.decode(iconv.encode(toCp932Text(sign), 'cp932'), 'cp932') !== toCp932Text(sign),
  )
  if (lost) throw new UnencodableTextError(text.split(/[,\r\n]/).find((cell) => cell.includes(lost)) ?? '', lost)
  return new Uint8Array(bytes)
}

export const journalFiles: JournalFilePort = {
  writerFor(program) {
    const { encoding, head, rows } = formats[program]
    const mark = encoding === 'utf8-bom' ? '\ufeff' : ''
    return {
      head: encoded(`${mark}${head ? written(head) : ''}`, encoding),
      write: (slips) => encoded(rows(slips).map(written).join(''), encoding),
    }
  },
}
