import type { DeliverySlot } from '@kushi/values/delivery-slot'
import { ehiden3Columns } from './columns/ehiden3.ts'
import { compactDate, defineCarrierProgram, hyphenedPostcode } from './program.ts'

const slots: Partial<Record<DeliverySlot, string>> = {
  am: '01',
  '12-14': '12',
  '14-16': '14',
  '16-18': '16',
  '18-20': '18',
  '18-21': '04',
  '19-21': '19',
}
const temperatures = { normal: '001', chilled: '002', frozen: '003' }

/** 佐川 e飛伝Ⅲ, 標準_飛脚宅配便_CSV_ヘッダ有: the template exported by the program itself is UTF-8 with every field quoted. */
export const ehiden3 = defineCarrierProgram({
  terms: {
    address: [32, 32, 32],
    is_city_apart: false,
    name: 32,
    item_name: 32,
    note: 32,
    unit: 'width',
    temperatures: ['normal', 'frozen', 'chilled'],
    slots: Object.keys(slots) as DeliverySlot[],
    mail: false,
    cash_on_delivery: true,
    most_days: 7,
  },
  columns: ehiden3Columns,
  format: { encoding: 'utf8-bom', quotes: 'all' },
  cells: (label, sender) => ({
    お届け先電話番号: label.phone_number,
    お届け先郵便番号: hyphenedPostcode(label.postal_code),
    お届け先住所１: label.address[0] ?? '',
    お届け先住所２: label.address[1] ?? '',
    お届け先住所３: label.address[2] ?? '',
    お届け先名称１: label.name,
    お客様管理番号: label.shipment_no,
    お客様コード: sender.customer_code,
    ご依頼主電話番号: sender.phone_number,
    ご依頼主郵便番号: hyphenedPostcode(sender.postal_code),
    ご依頼主住所１: sender.address[0],
    ご依頼主住所２: sender.address[1],
    ご依頼主名称１: sender.name,
    荷姿: '001',
    品名１: label.item_name,
    品名２: label.note,
    出荷個数: '1',
    スピード指定: '000',
    クール便指定: temperatures[label.temperature],
    配達日: compactDate(label.delivery_date),
    配達指定時間帯: label.slot ? slots[label.slot]! : '',
    代引金額: label.cash_on_delivery ? String(label.cash_on_delivery.amount) : '',
    消費税: label.cash_on_delivery ? String(label.cash_on_delivery.tax) : '',
    営業所受取: '0',
    SRC区分: '0',
    元着区分: '1',
    出荷日: compactDate(label.ship_on),
  }),
  returns: {
    shipment_no: 'お客様管理番号',
    tracking_no: 'お問い合せ送り状No.',
    counts: [91],
    bare: null,
    encoding: null,
  },
})
