import { yupriRColumns } from './columns/yupri-r.ts'
import { compact, hyphened, program } from './program.ts'
import { yupriReturns, yupriSlotList, yupriSlots } from './yupri.ts'

const temperatures = { normal: '0', chilled: '1', frozen: '2' }

/** ゆうパックプリントR, 発送予定データ. Of its 送り状種別 one is known, 元払ゆうパック; the others are not offered. */
export const yupriR = program({
  terms: {
    ...{ address: [50, 50, 50], is_city_apart: false, name: 50, item_name: 50, note: 50, unit: 'width' },
    temperatures: ['normal', 'frozen', 'chilled'],
    slots: yupriSlotList,
    ...{ mail: false, cash_on_delivery: false, most_days: 10 },
  },
  columns: yupriRColumns,
  format: { encoding: 'cp932', quotes: 'needed' },
  cells: (label, sender) => ({
    お客様側管理番号: label.shipment_no,
    発送予定日: compact(label.ship_on),
    郵便種別: '0',
    保冷種別: temperatures[label.temperature],
    '元／着払／代引': '0',
    送り状種別: '1100780',
    'お届け先 郵便番号': hyphened(label.postal_code),
    'お届け先 住所１': label.address[0] ?? '',
    'お届け先 住所２': label.address[1] ?? '',
    'お届け先 住所３': label.address[2] ?? '',
    'お届け先 名称１': label.name,
    'お届け先 敬称区分': '0',
    'お届け先 電話番号': label.phone_number,
    'ご依頼主 郵便番号': hyphened(sender.postal_code),
    'ご依頼主 住所１': sender.address[0],
    'ご依頼主 住所２': sender.address[1],
    'ご依頼主 名称１': sender.name,
    'ご依頼主 電話番号': sender.phone_number,
    '配達指定日／希望日': compact(label.delivery_date),
    配達時間帯区分: label.slot ? yupriSlots[label.slot]! : '00',
    複数個口数: '1',
    記事名１: label.note,
    品名: label.item_name,
    個数: '1',
  }),
  returns: { ...yupriReturns, encoding: 'cp932' },
  filter: {
    file_name: 'ゆうプリR_取込フィルタ.csv',
    // The program's own names: each column goes to the item of the same name.
    items: Object.fromEntries(yupriRColumns.map((name) => [name, name])),
  },
})
