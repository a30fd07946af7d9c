import type { CarrierFilePort, IssuedLabelFile, IssuedLabelRow } from '@kushi/shop/ports/carrier-file-port'
import { CARRIER_PROGRAM_NAME, type CarrierProgram } from '@kushi/values/carrier'
import { b2cloud } from './b2cloud.ts'
import { encodeCarrierText, possibleDecodings } from './bytes.ts'
import { yupriRColumns } from './columns/yupri-r.ts'
import { readCsvRows, writeCsvRow } from './csv.ts'
import { ehiden3 } from './ehiden3.ts'
import {
  type CarrierFileFormat,
  type CarrierProgramLayout,
  compactDate,
  defineCarrierProgram,
  hyphenedPostcode,
} from './program.ts'
import { yupriCloud, yupriSlotList, yupriSlots, yupriTrackingFiles } from './yupri-cloud.ts'

type Rows = NonNullable<ReturnType<typeof readCsvRows>>
type Place = { shipment_no: number; tracking_no: number; is_headed: boolean }

/**
 * Reads 発行済データ: returns the program, by header and encoding, and the two numbers of each row. null: of no known
 * program.
 */
function readReturn(
  programs: Record<CarrierProgram, CarrierProgramLayout>,
  content: Uint8Array,
): IssuedLabelFile | null {
  for (const { encoding, text } of possibleDecodings(content)) {
    const read = readCsvRows(text)
    if (!read || read.length === 0) continue
    for (const [name, program] of Object.entries(programs)) {
      const place = placeOf(program, encoding, read)
      if (!place) continue
      const heads = read[0]!.fields.length
      const other = read.find(({ fields }) => fields.length < heads || fields.slice(heads).some(Boolean))
      return {
        program: name as CarrierProgram,
        rows: other ? [] : rowsOf(read, place),
        miscounted: other ? { row_no: other.row_no, cells: other.fields.length, heads } : null,
      }
    }
  }
  return null
}

function placeOf({ returns }: CarrierProgramLayout, encoding: CarrierFileFormat['encoding'], read: Rows): Place | null {
  if (returns.encoding !== null && returns.encoding !== encoding) return null
  const first = read[0]!.fields.map(plain)
  const isCount = (count: number) => returns.counts.length === 0 || returns.counts.includes(count)
  if (!isCount(first.length)) return null
  const shipment_no = first.indexOf(plain(returns.shipment_no))
  const tracking_no = first.indexOf(plain(returns.tracking_no))
  if (shipment_no >= 0 && tracking_no >= 0) return { shipment_no, tracking_no, is_headed: true }
  const { bare } = returns
  if (!bare || !/^[0-9A-Z]{1,12}$/.test(first[bare.shipment_no]!) || !/^[\d-]+$/.test(first[bare.tracking_no]!))
    return null
  return { ...bare, is_headed: false }
}

/** Programs write the same name in full and half width, with and without spaces. */
const plain = (text: string) => text.normalize('NFKC').replace(/\s/g, '')

const rowsOf = (read: Rows, { shipment_no, tracking_no, is_headed }: Place): IssuedLabelRow[] =>
  read.slice(is_headed ? 1 : 0).map(({ row_no, fields }) => ({
    row_no,
    shipment_no: fields[shipment_no]!.trim(),
    tracking_no: fields[tracking_no]!.replace(/[\s-]/g, ''),
  }))

const temperatures = { normal: '0', chilled: '1', frozen: '2' }

/** ゆうパックプリントR, 発送予定データ. Of its 送り状種別 only 元払ゆうパック is known; the others are not offered. */
const yupriR = defineCarrierProgram({
  terms: {
    address: [50, 50, 50],
    is_city_apart: false,
    name: 50,
    item_name: 50,
    note: 50,
    unit: 'width',
    temperatures: ['normal', 'frozen', 'chilled'],
    slots: yupriSlotList,
    mail: false,
    cash_on_delivery: false,
    most_days: 10,
  },
  columns: yupriRColumns,
  format: { encoding: 'cp932', quotes: 'needed' },
  cells: (label, sender) => ({
    お客様側管理番号: label.shipment_no,
    発送予定日: compactDate(label.ship_on),
    郵便種別: '0',
    保冷種別: temperatures[label.temperature],
    '元／着払／代引': '0',
    送り状種別: '1100780',
    'お届け先 郵便番号': hyphenedPostcode(label.postal_code),
    'お届け先 住所１': label.address[0] ?? '',
    'お届け先 住所２': label.address[1] ?? '',
    'お届け先 住所３': label.address[2] ?? '',
    'お届け先 名称１': label.name,
    'お届け先 敬称区分': '0',
    'お届け先 電話番号': label.phone_number,
    'ご依頼主 郵便番号': hyphenedPostcode(sender.postal_code),
    'ご依頼主 住所１': sender.address[0],
    'ご依頼主 住所２': sender.address[1],
    'ご依頼主 名称１': sender.name,
    'ご依頼主 電話番号': sender.phone_number,
    '配達指定日／希望日': compactDate(label.delivery_date),
    配達時間帯区分: label.slot ? yupriSlots[label.slot]! : '00',
    複数個口数: '1',
    記事名１: label.note,
    品名: label.item_name,
    個数: '1',
  }),
  returns: { ...yupriTrackingFiles, encoding: 'cp932' },
  filter: {
    file_name: 'ゆうプリR_取込フィルタ.csv',
    // The program's own names: each column maps to the item of the same name.
    items: Object.fromEntries(yupriRColumns.map((name) => [name, name])),
  },
})

const programs: Record<CarrierProgram, CarrierProgramLayout> = {
  b2cloud,
  ehiden3,
  yupri_r: yupriR,
  yupri_cloud: yupriCloud,
}

/** 送り状ソフト of the carriers. A new program is a new row. */
export const carrierFiles = (): CarrierFilePort => ({
  terms: (program) => programs[program].terms,
  write(program, sender, labels) {
    const { columns, format, cells } = programs[program]
    const printed = labels.map((label) => {
      const filled = cells(label, sender)
      return writeCsvRow(
        columns.map((name) => filled[name] ?? ''),
        format,
      )
    })
    return encodeCarrierText(writeCsvRow(columns, format) + printed.join(''), format)
  },
  filter(program) {
    const { columns, filter } = programs[program]
    if (!filter) return null
    const format = { encoding: 'cp932', quotes: 'all' } as const
    const name = CARRIER_PROGRAM_NAME[program]
    const rows = columns.map((column, n) => writeCsvRow([String(n + 1), column, filter.items[column] ?? ''], format))
    const text = writeCsvRow(['列番号', 'CSVの項目名', `${name}の項目`], format) + rows.join('')
    return { file_name: filter.file_name, content: encodeCarrierText(text, format) }
  },
  read: (content) => readReturn(programs, content),
})
