import type { Subscription, SubscriptionChange, SubscriptionOrderItem } from '@kushi/contract/subscription'
import { addressText } from '@kushi/values/address'
import { formatDateWithWeekday } from '@kushi/values/date-format'
import { formatPhone, type PhoneDisplay } from '@kushi/values/phone'
import { itemWithContentsText } from '@kushi/values/product-set'
import { paymentWayText } from '@kushi/values/second-way'
import { formatYen } from '@kushi/values/yen'

const items = ({ subscription_order_item: all }: Subscription) =>
  all.map((item) => `${itemWithContentsText(item)}${onceText(item)}`).join('、')

/** The note beside the name of an item that is in, or left out of, only the next delivery. */
const onceText = ({ is_one_time, is_left_out }: SubscriptionOrderItem) =>
  is_one_time ? '(今回のみ)' : is_left_out ? '(今回だけ除く)' : ''

const address = ({ shipping_address: to }: Subscription, display: PhoneDisplay) =>
  `${to.name01} ${to.name02} 様 ${addressText(to)} ${formatPhone(to.phone_number, display)}`.replace(/\s+/g, ' ')

/** The parts that a member may change, each with its name, label and text. */
const parts: readonly (readonly [
  name: string,
  label: string,
  text: (one: Subscription, display: PhoneDisplay) => string,
])[] = [
  ['summary_status', '状態', (one) => one.summary_status_name],
  ['next_delivery_date', '次回お届け日', (one) => formatDateWithWeekday(one.next_delivery_date)],
  ['next_next_delivery_date', '次々回お届け日', (one) => formatDateWithWeekday(one.next_next_delivery_date)],
  ['delivery_pattern', 'お届け周期', (one) => one.pattern_label],
  ['items', '商品', items],
  ['shipping_address', 'お届け先', address],
  ['delivery_id', '配送方法', (one) => one.delivery_name],
  ['delivery_time_id', 'お届け時間帯', (one) => one.delivery_time ?? '指定なし'],
  ['delivery_notes', '置き配・配送メモ', (one) => one.shipping_address.delivery_notes || 'なし'],
  ['payment_method_id', 'お支払い方法', paymentWayText],
  [
    'second_way',
    'お支払いできないときに使う方法',
    ({ second_way }) => (second_way ? paymentWayText(second_way) : 'なし'),
  ],
  ['payment_total', '次回お支払い金額', (one) => formatYen(one.payment_total)],
]

/** Changes with personal data: shown only to operators who may see it, and removed by an erasure. */
export const PERSONAL_CHANGE_FIELDS: readonly string[] = ['shipping_address', 'delivery_notes']

/** The changes for operators who may not see personal data: only that something changed, without the values. */
export const withoutPersonalValues = (changes: readonly SubscriptionChange[]): SubscriptionChange[] =>
  changes.map((one) => (PERSONAL_CHANGE_FIELDS.includes(one.name) ? { ...one, before: HIDDEN, after: '変更' } : one))

const HIDDEN = '＊＊'

/** 変更前・変更後: for the confirmation screen, the history, and the error after a conflicting change. */
export function changesBetween(before: Subscription, after: Subscription, display: PhoneDisplay): SubscriptionChange[] {
  return parts.flatMap(([name, label, text]) => {
    const change = { name, label, before: text(before, display), after: text(after, display) }
    return change.before === change.after ? [] : [change]
  })
}
