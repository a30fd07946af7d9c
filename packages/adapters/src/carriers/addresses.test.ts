import type { Party } from '@kushi/contract/address'
import { issue, PROGRAMS } from '@kushi/sandbox/carriers/issue'
import { customerLabel, type LabelFacts, labelProblems } from '@kushi/shop/sales/fulfilment/rules/check-label'
import { proposeLabel } from '@kushi/shop/sales/fulfilment/rules/propose-label'
import { CARRIER_PROGRAM_NAME, type CarrierProgram } from '@kushi/values/carrier'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { carrierFiles } from './carrier-files.ts'

const port = carrierFiles()
const sender = {
  name: '椿野',
  postal_code: '1000101',
  address: ['東京都大島町元町字椿野0-0', ''] as [string, string],
  phone_number: '0120000000',
  customer_code: '0312345678',
  classification_code: '',
  freight_no: '01',
}

const towns = [
  '鎌倉市小町',
  '横浜市保土ケ谷区仏向町',
  '津市',
  '京都市中京区寺町通御池上る上本能寺前町',
  '余市郡余市町黒川町',
  '大和郡山市北郡山町',
  '千代田区千代田',
  '南都留郡富士河口湖町船津',
  '四日市市諏訪町',
]
const houses = [
  'コーポ',
  'ザ・パークハウス',
  'グランドメゾン',
  'サンライズ',
  '第２',
  'ハイツ',
  'レジデンス',
  'ﾏﾝｼｮﾝ',
  '荘',
  '方',
]
const strange = [
  '①',
  '⑳',
  '㈱',
  '㈲',
  'Ⅱ',
  'ⅲ',
  '№',
  '℡',
  '㌔',
  '㍻',
  '髙',
  '﨑',
  '𠮷',
  '濵',
  '德',
  '\ufa19',
  '鄧',
  '埈',
  '𩸽',
  '〜',
  '−',
  '"',
  '🌸',
  '👨‍👩‍👧',
  '🇯🇵',
  '1️⃣',
  '葛\u{e0100}',
  'か\u3099',
  '\u200d',
  '\ue000',
  'é',
  '한',
  ',',
  '\u3000',
  '‖',
  '¥',
]
const number = fc.nat(9999).map(String)
const piece = (usual: readonly string[], rate: number) =>
  fc.oneof(
    { weight: 100 - rate, arbitrary: fc.constantFrom(...usual) },
    { weight: rate, arbitrary: fc.constantFrom(...strange) },
  )
const written: fc.Arbitrary<Party> = fc.record({
  name01: fc
    .array(piece(['山口', '佐', '藤', 'アレクサンドリア'], 6), { minLength: 1, maxLength: 3 })
    .map((all) => all.join('')),
  name02: fc
    .array(piece(['花', '子', '一郎', 'クリストファー'], 4), { minLength: 1, maxLength: 3 })
    .map((all) => all.join('')),
  kana01: fc.constantFrom('やまぐち', ''),
  kana02: fc.constant('はなこ'),
  postal_code01: fc.constantFrom('248', '248', '248', '100', '498'),
  postal_code02: fc.constant('0006'),
  pref_id: fc.constantFrom(14, 14, 14, 14, 13, 24),
  addr01: fc
    .tuple(fc.constantFrom(...towns), fc.array(piece(['字', '大', '丁目'], 5), { maxLength: 4 }))
    .map(([a, b]) => a + b.join('')),
  addr02: fc
    .array(fc.oneof(number, fc.constantFrom('-', '番地', '号', ' ', ' ')), { maxLength: 8 })
    .map((all) => all.join('')),
  addr03: fc
    .array(fc.oneof({ weight: 3, arbitrary: piece(houses, 9) }, { weight: 1, arbitrary: number }), { maxLength: 7 })
    .map((all) => all.join('')),
  phone_number: fc.constantFrom('09000000001', '0312345678', '0312345678', '9012345678', '123'),
})
/**
 * 498 has numbers in both prefectures. The carrier's desk distinguishes each number; the shop only the first three
 * digits.
 */
const address = written.map((order) => (order.postal_code01 === '498' ? { ...order, postal_code02: '0000' } : order))

/** Positions (from 1) and lengths of the carriers' layouts, repeated here by hand. */
const layouts: Record<CarrierProgram, { columns: number; address: Record<number, number>; name: [number, number] }> = {
  b2cloud: { columns: 97, address: { 12: 64, 13: 32, 14: 50, 15: 50 }, name: [16, 32] },
  ehiden3: { columns: 74, address: { 5: 32, 6: 32, 7: 32 }, name: [8, 32] },
  yupri_r: { columns: 117, address: { 14: 50, 15: 50, 16: 50 }, name: [17, 50] },
  yupri_cloud: { columns: 17, address: { 8: 150 }, name: [9, 100] },
}

/** Reads the second line of a file as its carrier does; throws at a byte that it would reject. */
function readBack(program: CarrierProgram, bytes: Uint8Array): string[] {
  const isUtf8 = program === 'ehiden3' || program === 'yupri_cloud'
  if (!isUtf8)
    for (let at = 0; at < bytes.length; at += bytes[at]! < 0x80 ? 1 : 2)
      if (bytes[at]! >= 0x85 && !(bytes[at]! >= 0x88 && bytes[at]! <= 0xea))
        throw new Error(`byte ${bytes[at]!.toString(16)}`)
  const text = new TextDecoder(isUtf8 ? 'utf-8' : 'shift_jis', { fatal: true }).decode(bytes)
  const line = text.split('\r\n')[1]!
  return isUtf8 ? line.slice(1, -1).split('","') : line.split(',')
}
/** The carrier desk's return file as the shop reads it, or the desk's refusal. */
function printedAt(program: CarrierProgram, bytes: Uint8Array) {
  const desk = PROGRAMS.find(({ name }) => name === program.replace('_', '-'))!
  const issued = issue(desk, bytes, () => 1)
  return Array.isArray(issued) ? issued : port.read(issued.content)
}
const returned = { row_no: 2, shipment_no: '261121ABCDEF' }
const bytesOf = (text: string) => [...text].reduce((sum, sign) => sum + (sign.charCodeAt(0) < 0x80 ? 1 : 2), 0)
const digitsOf = (text: string) => text.normalize('NFKC').replace(/[^0-9]/g, '')

test('5,000 addresses: none is written wrong; each that can’t be printed is stopped with a proposal or a reason', () => {
  const facts: LabelFacts = { ship_on: '2026-11-21', days: 1, temperature: 'normal', is_mail: false, is_cash: false }
  const seen = { clean: 0, proposed: 0, reasoned: 0 }
  const check = (order: Party, program: CarrierProgram) => {
    const terms = port.terms(program)
    const text = customerLabel(
      { ...order, delivery_date: null, delivery_notes: '' },
      { slot: null, is_mail: false },
      terms,
    )
    const problems = labelProblems(text, facts, terms)
    const { text: proposed, left } = proposeLabel(order, text, facts, terms)
    if (problems.length === 0) seen.clean++
    else if (left.length === 0) seen.proposed++
    else seen.reasoned++
    for (const { message } of [...problems, ...left]) expect(message).toMatch(/^.{6,120}。$/u)
    // The label as it is, or a proposal that solves every problem. Otherwise nothing is sent.
    const sendable = problems.length === 0 ? text : left.length === 0 ? proposed : null
    if (!sendable) return
    const label = { ...sendable, ...facts, shipment_no: '261121ABCDEF', cash_on_delivery: null, item_name: '化粧品' }
    const bytes = port.write(program, sender, [label])
    const fields = readBack(program, bytes)
    expect(printedAt(program, bytes)).toEqual({
      program,
      miscounted: null,
      rows: [{ ...returned, tracking_no: expect.anything() }],
    })
    const { columns, address: lines, name } = layouts[program]
    expect(fields).toHaveLength(columns)
    for (const [position, length] of Object.entries(lines))
      expect(bytesOf(fields[Number(position) - 1]!)).toBeLessThanOrEqual(length)
    expect(bytesOf(fields[name[0] - 1]!)).toBeLessThanOrEqual(name[1])
    const printed = Object.keys(lines).map((position) => fields[Number(position) - 1]!)
    // No digit of the address may be lost.
    expect(digitsOf(printed.join(''))).toBe(digitsOf(order.addr01 + order.addr02 + order.addr03))
    expect(fields.join('')).not.toMatch(/[\ufffd?]/)
  }
  fc.assert(
    fc.property(
      address,
      fc.constantFrom(...(Object.keys(CARRIER_PROGRAM_NAME) as CarrierProgram[])),
      (order, program) => check(order, program),
    ),
    { numRuns: 5000 },
  )
  // Every outcome must occur, otherwise the generator proves nothing.
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(100)
})
