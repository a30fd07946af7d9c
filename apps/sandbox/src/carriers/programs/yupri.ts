import {
  column,
  date,
  empty,
  halfWidth,
  needed,
  ofPostcode,
  oneOf,
  phone,
  postcode,
  signs,
  wide,
  within,
} from '../column.ts'
import type { CarrierProgram } from '../program.ts'

const day = /^\d{8}$/
const hours = oneOf('00', '51', '52', '53', '54', '55', '57')
/** Both programs return お問い合わせ番号 in the same nine columns. */
const header = [
  '発送予定日',
  'お客様側管理番号',
  'お問い合わせ番号',
  'お届け先 郵便番号',
  'お届け先 住所',
  'お届け先 住所２',
  'お届け先 住所３',
  'お届け先 名称',
  'お届け先 電話番号',
]

/** 日本郵便 ゆうパックプリントR: 発送予定データ by a filter of all 117 columns. */
export const yupriR: CarrierProgram = {
  name: 'yupri-r',
  title: '日本郵便 ゆうパックプリントR',
  own: 1,
  prefix: '5',
  reads: {
    encodings: ['cp932'],
    count: 117,
    header: 'needed',
    columns: [
      column(1, 'お客様側管理番号', needed, halfWidth(15)),
      column(2, '発送予定日', needed, date(day)),
      column(6, '郵便種別', needed, oneOf('0', '1', '9')),
      column(7, '保冷種別', oneOf('0', '1', '2')),
      column(8, '元／着払／代引', needed, oneOf('0', '1', '2')),
      column(11, '送り状種別', needed, oneOf('1100780')),
      column(13, 'お届け先 郵便番号', needed, postcode),
      column(14, 'お届け先 住所１', needed, ofPostcode(13), wide(25)),
      column(15, 'お届け先 住所２', wide(25)),
      column(16, 'お届け先 住所３', wide(25)),
      column(17, 'お届け先 名称１', needed, wide(25)),
      column(18, 'お届け先 名称２', wide(25)),
      column(20, 'お届け先 電話番号', needed, phone),
      column(30, 'ご依頼主 郵便番号', needed, postcode),
      column(31, 'ご依頼主 住所１', needed, wide(25)),
      column(32, 'ご依頼主 住所２', wide(25)),
      column(34, 'ご依頼主 名称１', needed, wide(25)),
      column(37, 'ご依頼主 電話番号', needed, phone),
      column(65, '配達指定日／希望日', date(day), within(10, 2)),
      column(66, '配達時間帯区分', hours),
      column(73, '記事名１', wide(25)),
      column(99, '代引金額', empty),
      column(103, '品名', wide(25)),
    ],
  },
  gives: {
    encoding: 'cp932',
    isQuoted: false,
    header,
    cells: (read, tracking_no) => [read(2), read(1), tracking_no, ...[13, 14, 15, 16, 17, 20].map(read)],
  },
}

/** 日本郵便 ゆうプリクラウド: 17 columns by a filter. Its output leaves 発送予定日 empty, as one shop has observed. */
export const yupriCloud: CarrierProgram = {
  name: 'yupri-cloud',
  title: '日本郵便 ゆうプリクラウド',
  own: 4,
  prefix: '6',
  reads: {
    encodings: ['utf8-bom', 'cp932'],
    count: 17,
    header: 'needed',
    columns: [
      column(1, '送り状種別', needed, oneOf('0')),
      column(2, '荷物商品名', needed, oneOf('101')),
      column(3, '個口数', needed, oneOf('1')),
      column(4, 'お客さま管理番号（受注番号等）', needed, halfWidth(16)),
      column(5, '品名1', needed, signs(30)),
      column(6, 'サイズ', needed, oneOf('060', '080', '100', '120', '140', '160', '170')),
      column(7, 'お届け先郵便番号', needed, postcode),
      column(8, 'お届け先住所1', needed, ofPostcode(7), signs(75)),
      column(9, 'お届け先氏名1', needed, signs(50)),
      column(10, 'お届け先電話番号', needed, phone),
      column(11, 'ご依頼主郵便番号', needed, postcode),
      column(12, 'ご依頼主住所1', needed, signs(75)),
      column(13, 'ご依頼主氏名1', needed, signs(50)),
      column(14, 'ご依頼主電話番号', needed, phone),
      column(15, '発送予定日', needed, date(day)),
      column(16, '配達希望日', date(day), within(10, 15)),
      column(17, '配達希望時間帯', hours),
    ],
  },
  gives: {
    encoding: 'utf8-bom',
    isQuoted: true,
    header,
    cells: (read, tracking_no) => ['', read(4), tracking_no, read(7), read(8), '', '', read(9), read(10)],
  },
}
