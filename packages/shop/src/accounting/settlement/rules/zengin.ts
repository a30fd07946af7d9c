import { isCalendarDate } from '@kushi/values/calendar-date'
import type { Yen } from '@kushi/values/yen'
import type { CsvRow } from '../../../foundation/csv/index.ts'
import { SettlementCellError } from './read-line.ts'

// 全銀協の固定長: a bank's statement in records of 200 signs (JIS X 0201), with or without line ends. Two kinds are read: 振込入金通知 (01)
// and 入出金取引明細 (03). Each account has a header, its lines and a trailer that counts and sums them; one end record is the last.

const LENGTH = 200
/** The number of bytes from which the form of a file is detected. */
export const ZENGIN_DETECTION_BYTES = LENGTH + 2

type Name = '勘定日' | '金額' | '入払区分' | '取消区分' | '振込依頼人名' | '仕向銀行名' | '摘要内容'
type TrailerName = '入金件数' | '入金合計' | '出金件数' | '出金合計'
/** The position (0: the first character) and the length of a field. */
type Place = readonly [from: number, length: number]
interface Form {
  line: Partial<Record<Name, Place>> & Record<'勘定日' | '金額' | '振込依頼人名' | '仕向銀行名', Place>
  trailer: Record<TrailerName, Place>
}

const FORMS: Readonly<Record<string, Form>> = {
  '01': {
    line: { 勘定日: [7, 6], 金額: [19, 10], 振込依頼人名: [49, 48], 仕向銀行名: [97, 15], 取消区分: [127, 1] },
    trailer: { 入金件数: [1, 6], 入金合計: [7, 12], 出金件数: [19, 6], 出金合計: [25, 12] },
  },
  '03': {
    line: {
      勘定日: [9, 6],
      入払区分: [21, 1],
      金額: [24, 12],
      振込依頼人名: [81, 48],
      仕向銀行名: [129, 15],
      摘要内容: [159, 20],
    },
    trailer: { 入金件数: [1, 6], 入金合計: [7, 13], 出金件数: [20, 6], 出金合計: [26, 13] },
  },
}

/** The headers of its rows, like those of a bank's CSV. */
export const ZENGIN_COLUMN_HEADS = ['日付', '摘要', '入金金額', '出金金額']

const isKana = (byte: number) => byte >= 0xa1 && byte <= 0xdf
const CR = 0x0d
const LF = 0x0a
const EOF = 0x1a

/**
 * Detects by its first bytes whether a file is in a format of 全銀. `unsure`: a tool may have turned it into UTF-8.
 * Returns null if it is not.
 */
export function detectZenginFormat(beginning: Uint8Array): 'own' | 'unsure' | null {
  const head = String.fromCharCode(...beginning.subarray(0, 4))
  // EBCDIC: 「1」, and a kind of two digits.
  if (/^\xf1[\xf0-\xf9]{3}/.test(head) && beginning.byteLength >= LENGTH)
    throw new SettlementCellError(
      1,
      'コード区分(4桁目)',
      'EBCDICのファイルです。銀行の画面で、JISコードを選んで出力してください。',
    )
  if (!/^1\d\d[01]/.test(head) || lengthOfFirst(beginning) < LENGTH / 2) return null
  return isWholeFirst(beginning) && beginning.some(isKana) ? 'own' : 'unsure'
}

/** Encodes a text in JIS X 0201. */
export const encodeJisX0201 = (text: string): Uint8Array =>
  Uint8Array.from(text, (sign) => {
    const code = sign.codePointAt(0)!
    return code >= 0xff61 && code <= 0xff9f ? code - 0xff61 + 0xa1 : code < 0x80 ? code : 0x80
  })

/** Signs before the first line end, and without one before a comma: a table of another kind. */
function lengthOfFirst(content: Uint8Array): number {
  const first = content.subarray(0, LENGTH + 2)
  const end = first.findIndex((byte) => byte === CR || byte === LF || byte === 0x2c)
  return end < 0 ? first.byteLength : end
}
const isWholeFirst = (content: Uint8Array): boolean => {
  const next = content[LENGTH]
  return (
    content.byteLength >= LENGTH &&
    !content.subarray(0, LENGTH).some((byte) => byte === CR || byte === LF) &&
    (next === undefined || next === CR || next === LF || next === EOF || /[1289]/.test(String.fromCharCode(next)))
  )
}

/**
 * Splits a file into its records, also if the file is cut. Records of a wrong length are returned, too, because the
 * reader reports them.
 */
export async function* splitZenginRecords(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = new Uint8Array()
  for await (const piece of pieces) {
    const bytes = rest.byteLength === 0 ? piece : Buffer.concat([rest, piece])
    rest = bytes.subarray(yield* recordsOf(bytes, LENGTH))
    if (rest[0] === EOF) return
  }
  yield* recordsOf(rest, 1)
}

/** Gives the records while as much as `least` is left; returns where it stopped. */
function* recordsOf(bytes: Uint8Array, least: number): Generator<Uint8Array, number> {
  for (let at = 0; ; ) {
    while (bytes[at] === CR || bytes[at] === LF) at++
    if (bytes.byteLength - at < least || bytes[at] === EOF) return at
    let end = at
    while (end < bytes.byteLength && end - at < LENGTH && bytes[end] !== CR && bytes[end] !== LF) end++
    yield bytes.subarray(at, end)
    at = end
  }
}

/**
 * Files that are sent to a bank, in records of 120 characters. They look like statements, but contain no money that
 * arrived.
 */
const ORDERS: Readonly<Record<string, string>> = {
  '11': '給与振込',
  '12': '賞与振込',
  '21': '総合振込',
  '71': '給与振込',
  '72': '賞与振込',
  '91': '預金口座振替',
}

/**
 * Reads the lines of a file of 全銀, record by record, as rows of a bank's CSV.
 * @throws SettlementCellError for a sign, a number, a day, or a sum that is not right, and for a file that is cut
 */
export function createZenginReader(): { read(record: Uint8Array): CsvRow | null; end(): void } {
  let form: Form | null = null
  let sums = { 入金件数: 0, 入金合計: 0, 出金件数: 0, 出金合計: 0 }
  let isEnded = false
  let row = 0
  return { read, end }

  function read(record: Uint8Array): CsvRow | null {
    row++
    const faultAt = ([from, length]: Place, name: string, message: string) =>
      new SettlementCellError(
        row,
        length === 1 ? `${name}(${from + 1}桁目)` : `${name}(${from + 1}〜${from + length}桁目)`,
        message,
      )
    const text = ([from, length]: Place, name: string): string => {
      let found = ''
      for (let at = from; at < from + length; at++) {
        const byte = record[at]!
        if (byte >= 0x20 && byte < 0x7f) found += String.fromCharCode(byte)
        else if (isKana(byte)) found += String.fromCharCode(byte - 0xa1 + 0xff61)
        else throw faultAt([at, 1], name, '全銀の文字(半角のカナ・英数字)ではありません。')
      }
      return found.trim().normalize('NFKC')
    }
    const whole = (place: Place, name: string): Yen => {
      const found = text(place, name)
      if (!/^\d+$/.test(found)) throw faultAt(place, name, `「${found}」は数字ではありません。`)
      return Number(found)
    }
    const kind = text([0, 1], 'データ区分')
    if (kind !== '1') expectWhole(record)
    if (isEnded) throw new SettlementCellError(row, 'データ区分(1桁目)', 'エンド・レコードのあとに、続きがあります。')
    if (kind === '1') {
      if (form)
        throw new SettlementCellError(
          row,
          'データ区分(1桁目)',
          '前の口座の合計(トレーラ)がありません。途中が欠けていないか、ご確認ください。',
        )
      const of = text([1, 2], '種別コード')
      form = FORMS[of] ?? null
      if (!form) {
        const what = ORDERS[of] ? `${ORDERS[of]}(種別${of})は、銀行に依頼するファイルで、` : `種別${of}は、`
        throw faultAt(
          [1, 2],
          '種別コード',
          `${what}入金の明細ではありません。入出金取引明細(03)か、振込入金通知(01)を選んでください。`,
        )
      }
      expectWhole(record)
      if (text([3, 1], 'コード区分') !== '0')
        throw faultAt([3, 1], 'コード区分', 'JISコード(0)のファイルではありません。')
      sums = { 入金件数: 0, 入金合計: 0, 出金件数: 0, 出金合計: 0 }
    } else if (kind === '9' && !form && row > 1) isEnded = true
    else if (!form)
      throw new SettlementCellError(
        row,
        'データ区分(1桁目)',
        '口座の見出し(ヘッダ)がありません。途中が欠けていないか、ご確認ください。',
      )
    else if (kind === '2') {
      const { line } = form
      const amount = whole(line.金額, '金額')
      const isOut = line.入払区分
        ? isWithdrawal(text(line.入払区分, '入払区分'), () =>
            faultAt(line.入払区分!, '入払区分', '1(入金)か2(出金)ではありません。'),
          )
        : text(line.取消区分!, '取消区分') === '1'
      sums[isOut ? '出金件数' : '入金件数']++
      sums[isOut ? '出金合計' : '入金合計'] += amount
      const day = dayOf(text(line.勘定日, '勘定日'))
      if (!day) throw faultAt(line.勘定日, '勘定日', `「${text(line.勘定日, '勘定日')}」は日付(年月日)ではありません。`)
      const said = [
        text(line.振込依頼人名, '振込依頼人名'),
        line.摘要内容 ? text(line.摘要内容, '摘要内容') : '',
        text(line.仕向銀行名, '仕向銀行名'),
      ]
      return {
        row,
        cells: new Map([
          ['日付', day],
          // The sender as a bank's CSV writes it, so that both can be compared.
          ['摘要', said.find((one) => one !== '') ?? ''],
          ['入金金額', isOut ? '' : String(amount)],
          ['出金金額', isOut ? String(amount) : ''],
        ]),
      }
    } else if (kind === '8') {
      for (const [name, place] of Object.entries(form.trailer) as [TrailerName, Place][]) {
        const stated = whole(place, name)
        if (stated !== sums[name])
          throw faultAt(
            place,
            name,
            `${stated}とありますが、明細では${sums[name]}です。途中が欠けていないか、ご確認ください。`,
          )
      }
      form = null
    } else throw new SettlementCellError(row, 'データ区分(1桁目)', `「${kind}」という区分はありません。`)
    return null
  }

  function expectWhole(record: Uint8Array): void {
    if (record.byteLength !== LENGTH)
      throw new SettlementCellError(
        row,
        '',
        `${record.byteLength}桁しかありません(1件は${LENGTH}桁です)。途中で切れていないか、ご確認ください。`,
      )
  }

  function end(): void {
    if (!isEnded)
      throw new SettlementCellError(
        row,
        '',
        '最後の行(エンド・レコード)がありません。途中で切れていないか、ご確認ください。',
      )
  }
}

function isWithdrawal(given: string, fault: () => SettlementCellError): boolean {
  if (given !== '1' && given !== '2') throw fault()
  return given === '2'
}

/** YYMMDD. Years are 和暦 by the standard, and some banks write 西暦: up to 18 is 令和 (until 2036), above it 20xx. */
function dayOf(text: string): string | null {
  const found = /^(\d\d)(\d\d)(\d\d)$/.exec(text)
  if (!found) return null
  const year = Number(found[1])
  const day = `${(year <= 18 ? 2018 : 2000) + year}-${found[2]}-${found[3]}`
  return year > 0 && isCalendarDate(day) ? day : null
}
