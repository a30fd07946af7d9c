import {
  afterCity,
  amount,
  type Check,
  column,
  date,
  empty,
  halfWidth,
  needed,
  ofPostcode,
  oneOf,
  phone,
  postcode,
  wide,
  within,
} from '../column.ts'
import type { CarrierProgram } from '../program.ts'

const day = /^\d{4}\/\d{2}\/\d{2}$/
const use = oneOf('0', '1')
/** ネコポス goes into the letter box: no delivery date, no time zone, no chilled goods. */
const notByMail =
  (check: Check): Check =>
  (value, cells) =>
    cells(2) === 'A' && check(value, cells)
const byCollect =
  (check: Check): Check =>
  (value, cells) =>
    (['2', '9'].includes(cells(2)) ? check : empty)(value, cells)

const reads: CarrierProgram['reads'] = {
  encodings: ['cp932'],
  count: 97,
  header: 'optional',
  columns: [
    column(1, 'お客様管理番号', needed, halfWidth(20)),
    column(2, '送り状種類', needed, oneOf('0', '2', '4', '5', '6', '7', '8', '9', 'A')),
    column(
      3,
      'クール区分',
      oneOf('0', '1', '2'),
      notByMail((value) => value !== '' && value !== '0' && '指定できません。'),
    ),
    column(4, '伝票番号', empty),
    column(5, '出荷予定日', needed, date(day)),
    column(6, 'お届け予定（指定）日', notByMail(empty), date(day), within(7, 5)),
    column(7, '配達時間帯', notByMail(empty), oneOf('0812', '1416', '1618', '1820', '1921')),
    column(9, 'お届け先電話番号', needed, phone),
    column(11, 'お届け先郵便番号', needed, postcode),
    column(12, 'お届け先住所', needed, ofPostcode(11), (value, cells) => wide(16)(afterCity(value, cells(11)), cells)),
    column(13, 'お届け先住所（アパートマンション名）', wide(16)),
    column(14, 'お届け先会社・部門名１', wide(25)),
    column(15, 'お届け先会社・部門名２', wide(25)),
    column(16, 'お届け先名', needed, wide(16)),
    column(18, '敬称', oneOf('様', '御中', '殿', '行', '係', '宛', '先生', 'なし')),
    column(20, 'ご依頼主電話番号', needed, phone),
    column(22, 'ご依頼主郵便番号', needed, postcode),
    column(23, 'ご依頼主住所', needed, (value, cells) => wide(16)(afterCity(value, cells(22)), cells)),
    column(24, 'ご依頼主住所（アパートマンション名）', wide(16)),
    column(25, 'ご依頼主名', needed, wide(16)),
    column(28, '品名１', needed, wide(25)),
    column(30, '品名２', wide(25)),
    column(33, '記事', wide(22)),
    column(34, 'コレクト代金引換額（税込）', byCollect(needed), amount(300_000)),
    column(35, 'コレクト内消費税額等', amount(300_000)),
    column(36, '営業所止置き', use),
    column(38, '発行枚数', amount(99)),
    column(39, '個数口枠の印字', oneOf('1', '2', '3')),
    column(40, 'ご請求先顧客コード', needed, halfWidth(12)),
    column(42, '運賃管理番号', needed, halfWidth(2)),
    column(43, 'クロネコwebコレクトデータ登録', use),
    column(48, 'お届け予定ｅメール利用区分', use),
    column(52, 'お届け完了eメール利用区分', use),
    column(55, 'クロネコ収納代行利用区分', use),
    column(87, '投函予定メール利用区分', use),
    column(90, '投函完了メール（お届け先宛）利用区分', use),
    column(93, '投函完了メール（ご依頼主宛）利用区分', use),
  ],
}

/** ヤマト運輸 B2クラウド: 外部データ取込, and 発行済データ, which is the same layout with the number in it. */
export const b2cloud: CarrierProgram = {
  name: 'b2cloud',
  title: 'ヤマト運輸 B2クラウド',
  reads,
  own: 1,
  prefix: '3',
  gives: {
    encoding: 'cp932',
    isQuoted: false,
    header: null,
    cells: (read, tracking_no) =>
      Array.from({ length: reads.count }, (_, at) => (at === 3 ? tracking_no : read(at + 1))),
  },
}
