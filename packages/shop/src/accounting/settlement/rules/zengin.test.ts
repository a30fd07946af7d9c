import { expect, test } from 'vitest'
import { SettlementCellError } from './read-line.ts'
import { createZenginReader, detectZenginFormat, encodeJisX0201, splitZenginRecords } from './zengin.ts'

const n = (value: number | string, length: number) => String(value).padStart(length, '0')
const c = (text: string, length: number) => text.padEnd(length)
const record = (...parts: string[]) => {
  const text = parts.join('').padEnd(200)
  if (text.length !== 200) throw new Error(`${text.length}`)
  return text
}
const head = (kind: string) =>
  record('1', kind, '0', '081201', '081101', '081130', '0001', c('ﾐｽﾞﾎ', 15), '210', c('ｼﾌﾞﾔ', 15))
const deal = (day: string, way: 1 | 2, amount: number, who: string) =>
  record(
    '2',
    n(1, 8),
    n(day, 6),
    n(day, 6),
    String(way),
    '11',
    n(amount, 12),
    n(0, 12),
    n(0, 6),
    n(0, 6),
    '0',
    n(0, 7),
    n(0, 3),
    n(0, 10),
    c(who, 48),
    c('ﾔﾏﾄ ｷﾞﾝｺｳ', 15),
    c('', 15),
    c('ﾌﾘｺﾐ', 20),
  )
const total = (counts: [number, number, number, number]) =>
  record(
    '8',
    n(counts[0], 6),
    n(counts[1], 13),
    n(counts[2], 6),
    n(counts[3], 13),
    '1',
    n(0, 14),
    n(counts[0] + counts[2], 7),
  )
const END = record('9', n(5, 10), n(1, 5))
const statement = [
  head('03'),
  deal('081130', 1, 123_456, 'ﾔﾏﾄｺﾚｸﾄ'),
  deal('081130', 2, 5_000, 'ﾔﾁﾝ'),
  total([1, 123_456, 1, 5_000]),
  END,
]
async function rows(content: Uint8Array, size = 64) {
  async function* pieces() {
    for (let at = 0; at < content.byteLength; at += size) yield content.subarray(at, at + size)
  }
  const reader = createZenginReader()
  const found = []
  for await (const record of splitZenginRecords(pieces())) found.push(reader.read(record) ?? [])
  reader.end()
  return found.flat().map(({ row, cells }) => [row, ...cells.values()])
}
const READ = [
  [2, '2026-11-30', 'ヤマトコレクト', '123456', ''],
  [3, '2026-11-30', 'ヤチン', '', '5000'],
]

const WAYS: [string, Uint8Array][] = [
  ['CRLF', encodeJisX0201(statement.join('\r\n').concat('\r\n'))],
  ['LF', encodeJisX0201(statement.join('\n'))],
  ['no line ends, and the sign for the end of a file', encodeJisX0201(statement.join('').concat('\x1a'))],
]
test.each(WAYS)('入出金取引明細 is read, in pieces of any size: %s', async (_, content) => {
  expect(detectZenginFormat(content)).toBe('own')
  for (const size of [1, 199, 200, 203, 10_000]) expect(await rows(content, size)).toEqual(READ)
})

test('one that a tool has turned into UTF-8 is told from the bank’s own', () => {
  expect(detectZenginFormat(new TextEncoder().encode(statement.join('\r\n')))).toBe('unsure')
})

test('振込入金通知: a cancelled line is money that went; two accounts; years of 西暦', async () => {
  const line = (day: string, amount: number, isBack: boolean) =>
    record(
      '2',
      n(1, 6),
      n(day, 6),
      n(day, 6),
      n(amount, 10),
      n(0, 10),
      n(0, 10),
      c('GMOﾍﾟｲﾒﾝﾄ', 48),
      c('ﾐｽﾞﾎ', 15),
      c('', 15),
      isBack ? '1' : ' ',
      c('', 20),
    )
  const sum = (a: number, b: number, x: number, y: number) => record('8', n(a, 6), n(b, 12), n(x, 6), n(y, 12))
  const file = [
    head('01'),
    line('261130', 1_000, false),
    sum(1, 1_000, 0, 0),
    head('01'),
    line('081129', 300, true),
    sum(0, 0, 1, 300),
    END,
  ]
  expect(await rows(encodeJisX0201(file.join('')))).toEqual([
    [2, '2026-11-30', 'GMOペイメント', '1000', ''],
    [5, '2026-11-29', 'GMOペイメント', '', '300'],
  ])
})

const changed = (at: number, text: string) => statement.with(at, text)
test.each<[string, string[], Partial<SettlementCellError>]>([
  [
    'a letter in an amount',
    changed(1, statement[1]!.replace('000000123456', '00000012345A')),
    { row: 2, head: '金額(25〜36桁目)' },
  ],
  ['a day that is none', changed(1, deal('081331', 1, 123_456, '')), { row: 2, head: '勘定日(10〜15桁目)' }],
  ['neither in nor out', changed(1, deal('081130', 3 as 1, 123_456, '')), { row: 2, head: '入払区分(22桁目)' }],
  ['a sum that differs', changed(3, total([1, 123_457, 1, 5_000])), { row: 4, head: '入金合計(8〜20桁目)' }],
  ['a line that is missing', statement.toSpliced(2, 1), { row: 3, head: '出金件数(21〜26桁目)' }],
  ['a record that is cut', changed(2, statement[2]!.slice(0, 150)), { row: 3, head: '' }],
  ['no end', statement.slice(0, 4), { row: 4, head: '' }],
  ['no trailer', statement.toSpliced(3, 1), { row: 4, head: 'データ区分(1桁目)' }],
  ['something after the end', [...statement, END], { row: 6, head: 'データ区分(1桁目)' }],
  ['a file for the bank (総合振込)', changed(0, head('21')), { row: 1, head: '種別コード(2〜3桁目)' }],
  [
    'a sign of another code',
    changed(1, statement[1]!.replace('ﾔﾏﾄｺ', 'ﾔ\x80ﾄｺ')),
    { row: 2, head: '振込依頼人名(83桁目)' },
  ],
])('damaged is refused by row and column: %s', async (_, file, fault) => {
  const error: unknown = await rows(encodeJisX0201(file.join('\r\n'))).catch((found: unknown) => found)
  expect(error).toBeInstanceOf(SettlementCellError)
  expect(error).toMatchObject(fault)
})

test.each(['\r\n', ''])('what is sent to a bank has records of 120 signs, and is named: %j', async (end) => {
  const order = ['1210', '2', '8', '9'].map((sign) => sign.padEnd(120)).join(end)
  expect(detectZenginFormat(encodeJisX0201(order))).not.toBeNull()
  await expect(rows(encodeJisX0201(order))).rejects.toThrow(
    '総合振込(種別21)は、銀行に依頼するファイルで、入金の明細ではありません。',
  )
})

test('what is none of 全銀 is left to others; EBCDIC is named', () => {
  for (const text of ['日付,摘要,入金金額\n', '1030,あ,い\n', '', '103', '2026/11/30,1,2'])
    expect(detectZenginFormat(new TextEncoder().encode(text))).toBeNull()
  const ebcdic = new Uint8Array(400).fill(0x40)
  ebcdic.set([0xf1, 0xf0, 0xf3, 0xf1])
  expect(() => detectZenginFormat(ebcdic)).toThrow('EBCDIC')
})
