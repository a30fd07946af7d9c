import type { DeliverySlot } from '@kushi/values/delivery-slot'
import { compactDate, defineCarrierProgram, type TrackingFileLayout } from './program.ts'

/** 配達時間帯区分 of ゆうパック, the same in both programs; 00: none. */
export const yupriSlots: Partial<Record<DeliverySlot, string>> = {
  am: '51',
  '12-14': '52',
  '14-16': '53',
  '16-18': '54',
  '18-20': '55',
  '19-21': '57',
}
export const yupriSlotList = Object.keys(yupriSlots) as DeliverySlot[]

/** The tracking number file of both ゆうプリ programs, which have the same columns. ゆうプリR writes CP932, ゆうプリクラウド UTF-8. */
export const yupriTrackingFiles = {
  shipment_no: 'お客様側管理番号',
  tracking_no: 'お問い合わせ番号',
  counts: [],
  bare: null,
} as const satisfies Omit<TrackingFileLayout, 'encoding'>

/** 17 columns, in the order of the filter that is provided with the file. */
const yupriCloudColumns = [
  '送り状種別',
  '荷物商品名',
  '個口数',
  'お客さま管理番号（受注番号等）',
  '品名1',
  'サイズ',
  'お届け先郵便番号',
  'お届け先住所1',
  'お届け先氏名1',
  'お届け先電話番号',
  'ご依頼主郵便番号',
  'ご依頼主住所1',
  'ご依頼主氏名1',
  'ご依頼主電話番号',
  '発送予定日',
  '配達希望日',
  '配達希望時間帯',
] as const

/** ゆうプリクラウド: シート式ラベル, 元払ゆうパック. 保冷, 代引 and ゆうパケット have no column here and are not offered. */
export const yupriCloud = defineCarrierProgram({
  terms: {
    address: [75],
    is_city_apart: false,
    name: 50,
    item_name: 30,
    note: 0,
    unit: 'signs',
    temperatures: ['normal'],
    slots: yupriSlotList,
    mail: false,
    cash_on_delivery: false,
    most_days: 10,
  },
  columns: yupriCloudColumns,
  format: { encoding: 'utf8-bom', quotes: 'all' },
  cells: (label, sender) => ({
    送り状種別: '0',
    荷物商品名: '101',
    個口数: '1',
    'お客さま管理番号（受注番号等）': label.shipment_no,
    品名1: label.item_name,
    サイズ: '060',
    お届け先郵便番号: label.postal_code,
    お届け先住所1: label.address[0] ?? '',
    お届け先氏名1: label.name,
    お届け先電話番号: label.phone_number,
    ご依頼主郵便番号: sender.postal_code,
    ご依頼主住所1: sender.address.join(''),
    ご依頼主氏名1: sender.name,
    ご依頼主電話番号: sender.phone_number,
    発送予定日: compactDate(label.ship_on),
    配達希望日: compactDate(label.delivery_date),
    配達希望時間帯: label.slot ? yupriSlots[label.slot]! : '00',
  }),
  returns: { ...yupriTrackingFiles, encoding: 'utf8-bom' },
  filter: {
    file_name: 'ゆうプリクラウド_取込フィルタ.csv',
    items: Object.fromEntries(yupriCloudColumns.map((name) => [name, name])),
  },
})
