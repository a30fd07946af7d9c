import type { ShippingLabel } from '@kushi/shop/ports/carrier-file-port'
import type { DeliverySlot } from '@kushi/values/delivery-slot'
import { b2cloudColumns } from './columns/b2cloud.ts'
import { defineCarrierProgram, slashedDate } from './program.ts'

const slots: Partial<Record<DeliverySlot, string>> = {
  am: '0812',
  '14-16': '1416',
  '16-18': '1618',
  '18-20': '1820',
  '19-21': '1921',
}
const temperatures = { normal: '0', frozen: '1', chilled: '2' }

/** 送り状種類: 発払い, コレクト, ネコポス. */
function kindOf({ is_mail, cash_on_delivery }: ShippingLabel): string {
  if (is_mail) return 'A'
  return cash_on_delivery ? '2' : '0'
}

/** ヤマト B2クラウド, 外部データ取込. The address is split after 市区町村; 会社・部門名 takes the overflow of the two address fields. */
export const b2cloud = defineCarrierProgram({
  terms: {
    address: [32, 32, 50, 50],
    is_city_apart: true,
    name: 32,
    item_name: 50,
    note: 44,
    unit: 'width',
    temperatures: ['normal', 'frozen', 'chilled'],
    slots: Object.keys(slots) as DeliverySlot[],
    mail: true,
    cash_on_delivery: true,
    most_days: 7,
  },
  columns: b2cloudColumns,
  format: { encoding: 'cp932', quotes: 'needed' },
  cells: (label, sender) => ({
    お客様管理番号: label.shipment_no,
    送り状種類: kindOf(label),
    クール区分: temperatures[label.temperature],
    出荷予定日: slashedDate(label.ship_on),
    'お届け予定（指定）日': slashedDate(label.delivery_date),
    配達時間帯: label.slot ? slots[label.slot]! : '',
    お届け先電話番号: label.phone_number,
    お届け先郵便番号: label.postal_code,
    お届け先住所: label.address[0] ?? '',
    'お届け先住所（アパートマンション名）': label.address[1] ?? '',
    'お届け先会社・部門名１': label.address[2] ?? '',
    'お届け先会社・部門名２': label.address[3] ?? '',
    お届け先名: label.name,
    敬称: '様',
    ご依頼主電話番号: sender.phone_number,
    ご依頼主郵便番号: sender.postal_code,
    ご依頼主住所: sender.address[0],
    'ご依頼主住所（アパートマンション名）': sender.address[1],
    ご依頼主名: sender.name,
    品名１: label.item_name,
    記事: label.note,
    'コレクト代金引換額（税込）': label.cash_on_delivery ? String(label.cash_on_delivery.amount) : '',
    コレクト内消費税額等: label.cash_on_delivery ? String(label.cash_on_delivery.tax) : '',
    営業所止置き: '0',
    発行枚数: '1',
    個数口枠の印字: '1',
    ご請求先顧客コード: sender.customer_code,
    ご請求先分類コード: sender.classification_code,
    運賃管理番号: sender.freight_no,
    クロネコwebコレクトデータ登録: '0',
    お届け予定ｅメール利用区分: '0',
    お届け完了eメール利用区分: '0',
    クロネコ収納代行利用区分: '0',
    投函予定メール利用区分: '0',
    '投函完了メール（お届け先宛）利用区分': '0',
    '投函完了メール（ご依頼主宛）利用区分': '0',
  }),
  returns: {
    shipment_no: 'お客様管理番号',
    tracking_no: '伝票番号',
    counts: [95, 97],
    bare: { shipment_no: 0, tracking_no: 3 },
    encoding: null,
  },
})
