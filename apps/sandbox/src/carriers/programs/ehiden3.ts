import { amount, column, date, halfWidth, needed, ofPostcode, oneOf, phone, postcode, wide, within } from '../column.ts'
import type { CarrierProgram } from '../program.ts'

const day = /^\d{4}\/?\d{2}\/?\d{2}$/

const reads: CarrierProgram['reads'] = {
  encodings: ['utf8-bom', 'cp932'],
  count: 74,
  header: 'needed',
  columns: [
    column(3, 'お届け先電話番号', needed, phone),
    column(4, 'お届け先郵便番号', needed, postcode),
    column(5, 'お届け先住所１', needed, ofPostcode(4), wide(16)),
    column(6, 'お届け先住所２', wide(16)),
    column(7, 'お届け先住所３', wide(16)),
    column(8, 'お届け先名称１', needed, wide(16)),
    column(9, 'お届け先名称２', wide(16)),
    column(10, 'お客様管理番号', needed, halfWidth(16)),
    column(11, 'お客様コード', needed, halfWidth(12)),
    column(18, 'ご依頼主電話番号', needed, phone),
    column(19, 'ご依頼主郵便番号', needed, postcode),
    column(20, 'ご依頼主住所１', needed, wide(16)),
    column(21, 'ご依頼主住所２', wide(16)),
    column(22, 'ご依頼主名称１', needed, wide(16)),
    column(24, '荷姿', oneOf('001', '002', '003', '004', '005', '006', '007', '008')),
    column(25, '品名１', wide(16)),
    column(26, '品名２', wide(16)),
    column(42, '出荷個数', needed, amount(99)),
    column(43, 'スピード指定', needed, oneOf('000')),
    column(44, 'クール便指定', needed, oneOf('001', '002', '003')),
    column(45, '配達日', date(day), within(7, 61)),
    column(46, '配達指定時間帯', oneOf('01', '12', '14', '16', '18', '04', '19')),
    column(48, '代引金額', amount(300_000)),
    column(
      49,
      '消費税',
      amount(300_000),
      (value, cells) => value !== '' && cells(48) === '' && '代引金額がありません。',
    ),
    column(55, '営業所受取', oneOf('0', '1')),
    column(56, 'SRC区分', oneOf('0', '1')),
    column(58, '元着区分', needed, oneOf('1', '2')),
    column(61, '出荷日', needed, date(day)),
  ],
}

/** 出荷確定 has 91 columns; public sources name only these. */
const names = new Map([
  [1, 'お問い合せ送り状No.'],
  [2, 'サービス種別'],
  [3, '出荷日'],
  [4, 'お届け先コード'],
  [5, 'お届け先電話番号'],
  [6, 'お届け先郵便番号'],
  [7, 'お届け先住所１'],
  [8, 'お届け先住所２'],
  [9, 'お届け先住所３'],
  [19, 'お客様管理番号'],
  [70, '配達日'],
])
/** The input column of each filled output column. */
const taken = new Map([
  [3, 61],
  [4, 2],
  [5, 3],
  [6, 4],
  [7, 5],
  [8, 6],
  [9, 7],
  [19, 10],
  [70, 45],
])
const all = Array.from({ length: 91 }, (_, at) => at + 1)

/** 佐川急便 e飛伝Ⅲ: 標準_飛脚宅配便_CSV_ヘッダ有, and 出荷確定. */
export const ehiden3: CarrierProgram = {
  name: 'ehiden3',
  title: '佐川急便 e飛伝Ⅲ',
  reads,
  own: 10,
  prefix: '4',
  gives: {
    encoding: 'cp932',
    isQuoted: true,
    header: all.map((at) => names.get(at) ?? `項目${at}`),
    cells: (read, tracking_no) =>
      all.map((at) => {
        if (at === 1) return tracking_no.replace(/(\d{4})(?=\d)/g, '$1-')
        const from = taken.get(at)
        return from === undefined ? '' : read(from)
      }),
  },
}
