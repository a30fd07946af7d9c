import { readFileSync } from 'node:fs'
import type { LabelSender, ShippingLabel } from '@kushi/shop/ports/carrier-file-port'
import { CARRIER_PROGRAM_NAME, type CarrierProgram } from '@kushi/values/carrier'
import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { carrierFiles } from './carrier-files.ts'

const port = carrierFiles()
const programs = Object.keys(CARRIER_PROGRAM_NAME) as CarrierProgram[]
/** Made by hand from the carriers' layouts, by position. */
const golden = (name: string) => new Uint8Array(readFileSync(new URL(`./golden/${name}.csv`, import.meta.url)))

const sender: LabelSender = {
  name: '椿野 発送係',
  postal_code: '1000101',
  address: ['東京都大島町元町字椿野0-0', '椿野ビル2階'],
  phone_number: '0120000000',
  customer_code: '0312345678',
  classification_code: '01',
  freight_no: '01',
}
const label = (more: Partial<ShippingLabel>): ShippingLabel => ({
  shipment_no: '261121ABCDEF',
  ship_on: '2026-11-21',
  delivery_date: null,
  slot: null,
  temperature: 'normal',
  is_mail: false,
  cash_on_delivery: null,
  postal_code: '2480006',
  address: [],
  name: '山口 花子',
  phone_number: '09000000001',
  item_name: '化粧品',
  note: '',
  ...more,
})
const kamakura = { delivery_date: '2026-11-23', slot: '14-16' } as const
const sapporo = {
  shipment_no: '261121GHJKLM',
  postal_code: '0600001',
  name: '高橋 一郎',
  phone_number: '0110000000',
} as const
const note = '玄関前に置いてください'
const cash_on_delivery = { amount: 10686, tax: 906 }
const threeParts = ['神奈川県鎌倉市小町', '0-0-1', 'コーポ小町101']
const sapporoParts = ['北海道札幌市中央区北一条西', '0-0', '']

const labels: Record<CarrierProgram, ShippingLabel[]> = {
  b2cloud: [
    label({ ...kamakura, address: ['神奈川県鎌倉市小町0-0-1', 'コーポ小町101'] }),
    label({
      ...sapporo,
      address: ['北海道札幌市中央区北一条西0-0'],
      temperature: 'chilled',
      note,
      cash_on_delivery,
    }),
    label({
      shipment_no: '261121NPQRST',
      postal_code: '9000001',
      name: '与那覇 さくら',
      phone_number: '0990000000',
      address: ['沖縄県那覇市港町0-0-3', 'みなとハイツ～A棟', '株式会社みなと商会', '仕入部'],
      is_mail: true,
    }),
  ],
  ehiden3: [
    label({ ...kamakura, address: threeParts }),
    label({
      ...sapporo,
      address: sapporoParts,
      temperature: 'frozen',
      slot: '18-21',
      note,
      cash_on_delivery,
    }),
  ],
  yupri_r: [
    label({ ...kamakura, address: threeParts }),
    label({ ...sapporo, address: sapporoParts, temperature: 'frozen', note }),
  ],
  yupri_cloud: [
    label({ ...kamakura, address: ['神奈川県鎌倉市小町0-0-1 コーポ小町101'] }),
    label({ ...sapporo, address: ['北海道札幌市中央区北一条西0-0'] }),
  ],
}
const nameOf = (program: CarrierProgram) => program.replace('_', '-')

describe.each(programs)('%s', (program) => {
  test('a file equals the golden one, byte for byte', () => {
    const written = port.write(program, sender, labels[program])
    expect(Buffer.from(written).equals(golden(nameOf(program)))).toBe(true)
  })

  test('its return file is recognised, with each parcel’s number', () => {
    const read = port.read(golden(`${nameOf(program)}-return`))!
    expect(read.program).toBe(program)
    expect(read.rows.map(({ shipment_no }) => shipment_no)).toEqual(
      labels[program].map(({ shipment_no }) => shipment_no),
    )
    expect(read.rows[0]).toEqual({
      row_no: 2,
      shipment_no: '261121ABCDEF',
      tracking_no: expect.stringMatching(/^\d{12}$/),
    })
  })

  test('a written file is not a return file; one in another encoding, truncated or edited by hand is rejected', () => {
    // B2 returns the same layout that it reads.
    if (program !== 'b2cloud') expect(port.read(golden(nameOf(program)))).toBeNull()
    const bytes = golden(`${nameOf(program)}-return`)
    const text = port.read(bytes) && iconv.decode(Buffer.from(bytes), program === 'yupri_cloud' ? 'utf8' : 'cp932')
    const read = (content: Uint8Array) => port.read(new Uint8Array(content))
    expect(read(iconv.encode(text!, 'utf-16le'))).toBeNull()
    expect(read(Buffer.from(iconv.decode(Buffer.from(bytes), 'latin1')))).toBeNull()
    const again = (edited: string) =>
      read(program === 'yupri_cloud' ? Buffer.from(edited) : iconv.encode(edited, 'cp932'))
    expect(again(text!.replace(/\r\n/, ',余分\r\n'))?.rows ?? []).toEqual([])
    const [head, first, ...rest] = text!.split('\r\n')
    const heads = { row_no: 2, heads: expect.any(Number), cells: expect.any(Number) }
    expect(again([head, `${first},余分`, ...rest].join('\r\n'))).toMatchObject({ rows: [], miscounted: heads })
    const short = first!.replace(/,[^,]*$/, '')
    expect(again([head, short, ...rest].join('\r\n'))).toMatchObject({ rows: [], miscounted: heads })
    expect(again([head, `${first},,`, ...rest].join('\r\n'))).toEqual(read(bytes))
    expect(read(Buffer.from(''))).toBeNull()
    expect(read(Buffer.from('"'))).toBeNull()
  })
})

test('B2’s file without a header is recognised by its columns; other columns are not recognised', () => {
  const rows = iconv.decode(Buffer.from(golden('b2cloud-return')), 'cp932').split('\r\n')
  const bare = iconv.encode(rows.slice(1).join('\r\n'), 'cp932')
  expect(port.read(bare)).toMatchObject({ program: 'b2cloud', rows: [{ row_no: 1 }, { row_no: 2 }, { row_no: 3 }] })
  expect(port.read(iconv.encode(`${rows[1]},`, 'cp932'))).toBeNull()
})

test('the same nine columns are ゆうプリR in CP932 and ゆうプリクラウド in UTF-8', () => {
  const text = iconv.decode(Buffer.from(golden('yupri-r-return')), 'cp932')
  expect(port.read(Buffer.from(text))?.program).toBe('yupri_cloud')
  expect(port.read(golden('yupri-r-return'))?.program).toBe('yupri_r')
})

test('characters that carriers can’t print are rejected: 機種依存文字, rare kanji, emoji, line breaks', () => {
  for (const sign of ['①', '㈱', 'Ⅱ', '髙', '﨑', '𠮷', '🏠', '〜', '\n', '\ue000'])
    for (const program of programs)
      expect(() => port.write(program, sender, [label({ address: ['東京都'], name: `山${sign}` })]), sign).toThrow()
})

test('a filter names every column of its program', () => {
  expect(programs.map((program) => port.filter(program)?.file_name)).toEqual([
    undefined,
    undefined,
    'ゆうプリR_取込フィルタ.csv',
    'ゆうプリクラウド_取込フィルタ.csv',
  ])
  const text = iconv.decode(Buffer.from(port.filter('yupri_r')!.content), 'cp932')
  expect(text.split('\r\n')).toHaveLength(119)
  expect(text).toContain('"14","お届け先 住所１","お届け先 住所１"')
})
