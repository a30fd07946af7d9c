import type { Party } from '@kushi/contract/address'
import type { PersonalDataKind } from '@kushi/contract/personal'
import { addressText } from '@kushi/values/address'
import { formatShortDateWithWeekday } from '@kushi/values/date-format'
import { ORDER_AMOUNT_NAMES, ORDER_AMOUNTS, type OrderAmounts } from '@kushi/values/order-amounts'
import { type Wrapping, wrappingLines } from '@kushi/values/wrapping'
import { formatYen } from '@kushi/values/yen'

interface OrderContent extends Omit<Party, 'kana01' | 'kana02'>, OrderAmounts {
  delivery_notes: string
  delivery_name: string
  delivery_time: string | null
  delivery_date: string | null
  /** For example 純椿油「しずく」(無香料 / 30mL) 2点, one entry each. */
  items: readonly string[]
  /** The price of a piece, for items whose price changed. */
  piece_prices: readonly string[]
  payment_total: number
  wrapping: Wrapping | null
}

type Part = readonly [label: string, text: (order: OrderContent) => string, personal?: PersonalDataKind]

/**
 * The parts of an order with the labels of its page, and whether each is personal data. Operator and customer see the
 * parts that differ.
 */
const parts: readonly Part[] = [
  ['お届け先のお名前', ({ name01, name02 }) => `${name01} ${name02}`, 'name'],
  ['お届け先の住所', addressText, 'address'],
  ['お届け先の電話番号', ({ phone_number }) => phone_number, 'phone'],
  ['配送方法', ({ delivery_name }) => delivery_name],
  [
    'お届け希望日',
    ({ delivery_date }) => (delivery_date === null ? '最短' : formatShortDateWithWeekday(delivery_date)),
  ],
  ['お届け時間帯', ({ delivery_time }) => delivery_time ?? '指定なし'],
  ['備考', ({ delivery_notes }) => delivery_notes || 'なし', 'text'],
  ['商品', ({ items }) => items.join('、')],
  ['1点の価格', ({ piece_prices }) => piece_prices.join('、')],
  [
    'ギフトの内容',
    ({ wrapping }) =>
      wrappingLines(wrapping)
        .map(({ label, text }) => `${label}: ${text}`)
        .join('、') || 'なし',
    'text',
  ],
  ...ORDER_AMOUNT_NAMES.map((name): Part => {
    const { label, sign } = ORDER_AMOUNTS[name]
    return [label, (order) => formatYen(sign * order[name])]
  }),
  ['お支払い合計', ({ payment_total }) => formatYen(payment_total)],
]

interface ChangedPart {
  label: string
  before: string
  after: string
  personal: PersonalDataKind | undefined
}

export const orderChanges = (before: OrderContent, after: OrderContent): ChangedPart[] =>
  parts
    .map(([label, text, personal]) => ({ label, before: text(before), after: text(after), personal }))
    .filter((change) => change.before !== change.after)
