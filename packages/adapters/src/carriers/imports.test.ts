import { issue, PROGRAMS } from '@kushi/sandbox/carriers/issue'
import { assessTrackingRows, type ReferencedParcel } from '@kushi/shop/sales/fulfilment/rules/judge-import'
import { CARRIER_OF_PROGRAM, CARRIER_PROGRAM_NAME, type CarrierProgram } from '@kushi/values/carrier'
import fc from 'fast-check'
import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { carrierFiles } from './carrier-files.ts'

const port = carrierFiles()
const sender = {
  name: '椿野',
  postal_code: '1000101',
  address: ['東京都大島町元町0-0', ''] as [string, string],
  phone_number: '0120000000',
  customer_code: '0312345678',
  classification_code: '',
  freight_no: '01',
}
const printed_at = new Date('2026-11-21T10:00:00+09:00')
const read_at = new Date('2026-11-21T15:00:00+09:00')
const numberOf = (n: number) => `261121AAAA${String(n).padStart(2, '0')}`

const files = new Map<string, ReturnType<typeof printedFor>>()
function givenBack(program: CarrierProgram, parcels: number) {
  const key = `${program} ${parcels}`
  const file = files.get(key) ?? printedFor(program, parcels)
  files.set(key, file)
  return file
}

/** A file returned by a carrier's program for this many parcels, and the numbers on their labels. */
function printedFor(program: CarrierProgram, parcels: number) {
  const labels = Array.from({ length: parcels }, (_, n) => ({
    shipment_no: numberOf(n),
    ship_on: '2026-11-21',
    delivery_date: null,
    slot: null,
    temperature: 'normal' as const,
    is_mail: false,
    cash_on_delivery: null,
    postal_code: '2480006',
    address: ['神奈川県鎌倉市小町0-0-1'],
    name: '山口 花子',
    phone_number: '09000000001',
    item_name: '化粧品',
    note: '',
  }))
  let count = 0
  const desk = PROGRAMS.find(({ name }) => name === program.replace('_', '-'))!
  const issued = issue(desk, port.write(program, sender, labels), () => ++count)
  if (Array.isArray(issued)) throw new Error(JSON.stringify(issued))
  return { content: issued.content, truth: new Map(issued.labels.map((one) => [one.shipment_no, one.tracking_no])) }
}

type Change = (rows: string[], at: number) => string[]
const digits = /\d{4}-\d{4}-\d{4}|(?<!\d)\d{12}(?!\d)/
/** What can happen to a file between two programs. The header stays in place. */
const changes: Record<string, Change> = {
  shuffled: ([head = '', ...rows], at) => [
    head,
    ...rows.slice(at % (rows.length || 1)),
    ...rows.slice(0, at % (rows.length || 1)),
  ],
  doubled: (rows, at) => [...rows, rows[1 + (at % (rows.length - 1))]!],
  'two numbers for a parcel': (rows, at) => [
    ...rows,
    rows[1 + (at % (rows.length - 1))]!.replace(digits, '700000000001'),
  ],
  'one number for two parcels': (rows, at) => {
    const one = 1 + (at % (rows.length - 1))
    const number = digits.exec(rows[1]!)?.[0] ?? ''
    return rows.map((row, n) => (n === one ? row.replace(digits, number) : row))
  },
  'a spreadsheet’s number': (rows, at) =>
    rows.map((row, n) => (n === 1 + (at % (rows.length - 1)) ? row.replace(digits, '4.01E+11') : row)),
  'a zero lost': (rows, at) =>
    rows.map((row, n) => (n === 1 + (at % (rows.length - 1)) ? row.replace(digits, '30000000001') : row)),
  'a row of another shop': (rows) => [
    ...rows,
    rows[1]!.replace(/261121AAAA\d\d/, '261121ZZZZZZ').replace(digits, '700000000002'),
  ],
  'a column more': (rows, at) => rows.map((row, n) => (n === at % rows.length ? `${row},` : row)),
}
/**
 * At most once per file: two of these errors that hide each other produce a valid file of other parcels, which can't be
 * detected.
 */
const wrong = [
  'two numbers for a parcel',
  'one number for two parcels',
  'a spreadsheet’s number',
  'a zero lost',
] as const
const harmless = ['shuffled', 'doubled', 'a row of another shop', 'a column more'] as const
const some = (names: readonly string[], most: number) =>
  fc.array(fc.tuple(fc.constantFrom(...names), fc.nat(20)), { maxLength: most })
const encodings = ['as it was', 'utf8', 'utf-16le', 'cp932', 'eucjp', 'cut'] as const

const isMarked = (content: Uint8Array) => content[0] === 0xef
const textOf = (content: Uint8Array) => iconv.decode(Buffer.from(content), isMarked(content) ? 'utf8' : 'cp932')
function bytesOf(text: string, encoding: (typeof encodings)[number], original: Uint8Array): Uint8Array {
  if (encoding === 'as it was')
    return iconv.encode(text, isMarked(original) ? 'utf8' : 'cp932', { addBOM: isMarked(original) })
  if (encoding === 'cut') return original.slice(0, Math.floor(original.length * 0.7))
  return iconv.encode(text, encoding)
}

test('shuffled, doubled, conflicting, truncated, in another encoding: a line is used only with the number on its label', () => {
  let matched = 0
  fc.assert(
    fc.property(
      fc.constantFrom(...(Object.keys(CARRIER_PROGRAM_NAME) as CarrierProgram[])),
      fc.integer({ min: 1, max: 6 }),
      fc.tuple(some(harmless, 2), some(wrong, 1), some(harmless, 2)).map((all) => all.flat()),
      fc.constantFrom(...encodings),
      fc.boolean(),
      (program, parcels, done, encoding, isSecond) => {
        const { content, truth } = givenBack(program, parcels)
        const rows = textOf(content).split('\r\n').filter(Boolean)
        const changed = done.reduce((all, [name, at]) => changes[name]!(all, at), rows)
        const read = port.read(new Uint8Array(bytesOf(`${changed.join('\r\n')}\r\n`, encoding, content)))
        if (!read) return
        const state = new Map<string, ReferencedParcel>(
          [...truth].map(([shipment_no, tracking_no], n) => [
            shipment_no,
            {
              label_carrier: CARRIER_OF_PROGRAM[program],
              exported_at: printed_at,
              obstacle: n === 5 ? ('cancel_asked' as const) : null,
              // Another file has already shipped one of them.
              ...(isSecond && n === 0
                ? { status: 'shipped' as const, carrier: CARRIER_OF_PROGRAM[program], tracking_no }
                : { status: 'packed' as const, carrier: null, tracking_no: null }),
            },
          ]),
        )
        const findings = assessTrackingRows(
          read.rows,
          { carrier: CARRIER_OF_PROGRAM[read.program], read_at },
          state,
          new Set(),
        )
        const acted = read.rows.filter(({ row_no }) => findings.get(row_no) === 'matched')
        for (const { shipment_no, tracking_no } of acted) {
          expect(tracking_no).toBe(truth.get(shipment_no))
          expect(state.get(shipment_no)).toMatchObject({ status: 'packed', obstacle: null })
        }
        expect(new Set(acted.map(({ shipment_no }) => shipment_no)).size).toBe(acted.length)
        expect(new Set(acted.map(({ tracking_no }) => tracking_no)).size).toBe(acted.length)
        matched += acted.length
      },
    ),
    { numRuns: 1000 },
  )
  // Correct lines must be found, otherwise the test proves nothing.
  expect(matched).toBeGreaterThan(300)
})
