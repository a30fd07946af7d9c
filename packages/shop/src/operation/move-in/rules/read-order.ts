import type { Party } from '@kushi/contract/address'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { findPaymentMethodByName, type PaymentMethodId } from '@kushi/values/payment-method'
import { sum } from '@kushi/values/sum'
import { cutText } from '@kushi/values/text'
import { formatYen } from '@kushi/values/yen'
import type { KnownRecords, KnownSku } from './known-records.ts'
import { type NonMember, parseOrderOwner } from './read-owner.ts'
import { emptyParty, parseDeliveryNotes, parseMovedParty } from './read-party.ts'
import { parseKnownSku } from './read-subscription.ts'
import type { RowReader } from './row-reader.ts'

export interface MovedOrderItem {
  sku: KnownSku
  product_name: string
  quantity: number
  price: number
  tax_rate: 8 | 10
}

/** A past order: part of the history, with nothing left to do. */
export interface MovedOrder {
  foreign_no: string
  /** Its number here; a new one if the former system's number is already used. */
  order_no: string
  /** '' for whoever is no member. */
  member_no: string
  non_member: NonMember | null
  status: 'delivered' | 'cancelled' | 'returned'
  subscription: { foreign_no: string; cycle: number } | null
  payment_method_id: PaymentMethodId
  /** A method that we do not have (銀行振込), as the other system calls it. */
  moved_payment_name: string | null
  delivery_id: number
  delivery_date: CalendarDate | null
  party: Party
  delivery_notes: string
  items: MovedOrderItem[]
  discount_amount: number
  delivery_fee: number
  cool_fee: number
  payment_fee: number
  payment_total: number
  subtotal: number
  /** Points, coupons and fees without their own column, so that the total is the amount paid. */
  adjustment_amount: number
  created_at: Date
}

const statuses: [RegExp, MovedOrder['status']][] = [
  [/返品/, 'returned'],
  [/キャンセル|取消|取り消し|cancel/i, 'cancelled'],
  [/^(?:発送済み?|お?届け済み?|配送済み?|配達完了|配送完了|完了|delivered|shipped|complete)$/i, 'delivered'],
]
/** EC-CUBE's status numbers, for files without names. */
const numbered: Record<string, MovedOrder['status']> = { 3: 'cancelled', 5: 'delivered', 9: 'returned' }

export function parseMovedOrder(readers: readonly RowReader[], foreign_no: string, known: KnownRecords): MovedOrder {
  const reader = readers[0]!
  if (!/^[A-Za-z0-9-]{1,27}$/.test(foreign_no))
    reader.fault('注文番号', '注文番号は半角英数字とハイフンで27文字までです。')
  const order_no = [foreign_no, ...alternativeOrderNos(foreign_no)].find((one) => !known.order_nos.has(one)) ?? ''
  if (order_no === '') reader.fault('注文番号', 'この番号の注文がすでにあります。')
  else if (order_no !== foreign_no)
    reader.note('注文番号', `この番号の注文がすでにあるため、${order_no}として取り込みます。`)
  const owner = parseOrderOwner(reader, known)
  const { member_no, non_member } = 'non_member' in owner ? { member_no: '', ...owner } : { ...owner, non_member: null }
  const created_at = reader.text('注文日時') === '' ? null : reader.moment('注文日時')
  if (created_at === null) reader.needed('注文日時')
  else if (created_at > known.now) reader.fault('注文日時', 'これからの日時です。')
  const delivery =
    known.deliveries.find(({ delivery_name }) => delivery_name === reader.text('配送方法')) ?? known.deliveries[0]
  if (!delivery) reader.fault('配送方法', 'このショップに配送方法がありません。')
  const items = readers.flatMap((one) => readItems(one, known))
  const hasAddress = reader.text('姓') !== '' || reader.text('郵便番号') !== ''
  if (non_member && !hasAddress) reader.fault('姓', '会員のいない注文には、お届け先(姓から電話番号まで)が必要です。')
  const amounts = readAmounts(reader, items)
  return {
    foreign_no,
    order_no,
    member_no,
    non_member,
    status: readStatus(reader),
    subscription: readCycle(reader, known, member_no),
    ...readPayment(reader),
    delivery_id: delivery?.id ?? 0,
    delivery_date: reader.date('お届け日'),
    delivery_notes: parseDeliveryNotes(reader),
    party: hasAddress ? parseMovedParty(reader) : (known.members.get(member_no)?.party ?? emptyParty),
    items,
    ...amounts,
    created_at: created_at ?? known.now,
  }
}

/** Returns order numbers to try when the number of an imported order is taken: `123-2` to `123-5`. */
export const alternativeOrderNos = (no: string): string[] =>
  no.length > 25 ? [] : [2, 3, 4, 5].map((n) => `${no}-${n}`)

/** A difference of points, coupons or fees for which there is no column; more than this is a mistake in the columns. */
const MAX_DIFFERENCE = 10_000

function readAmounts(reader: RowReader, items: readonly MovedOrderItem[]) {
  const discount_amount = Math.abs(reader.whole('値引き', { min: -99_999_999 }) ?? 0)
  const delivery_fee = reader.whole('送料') ?? 0
  const cool_fee = reader.whole('クール代') ?? 0
  const payment_fee = reader.whole('手数料') ?? 0
  const payment_total = reader.neededWhole('合計')
  const subtotal = sum(items.map(({ price, quantity }) => price * quantity))
  const adjustment_amount = payment_total - (subtotal - discount_amount + delivery_fee + cool_fee + payment_fee)
  const said = `合計が${formatYen(payment_total)}、商品・値引き・送料・クール代・手数料の計が${formatYen(payment_total - adjustment_amount)}`
  if (adjustment_amount > Math.max(MAX_DIFFERENCE, subtotal))
    reader.fault('合計', `${said}で、合いません。単価と数量の列をご確認ください。`)
  else if (adjustment_amount !== 0)
    reader.note('合計', `${said}のため、差額の${formatYen(adjustment_amount)}を調整額として取り込みます。`)
  return { discount_amount, delivery_fee, cool_fee, payment_fee, payment_total, subtotal, adjustment_amount }
}

/** Returns the status that the text or number of another system means. undefined: unknown. */
export const parseOrderStatus = (typed: string): MovedOrder['status'] | undefined =>
  numbered[typed] ?? statuses.find(([pattern]) => pattern.test(typed))?.[1]

function readStatus(reader: RowReader): MovedOrder['status'] {
  const typed = reader.needed('状態')
  const found = parseOrderStatus(typed)
  if (!found && typed !== '')
    reader.fault(
      '状態',
      `「${typed}」の注文は取り込めません。旧システムで発送するか取り消してから、お届け済み・キャンセル・返品として取り込んでください。`,
    )
  return found ?? 'delivered'
}

/** An earlier delivery of an imported subscription. */
function readCycle(
  reader: RowReader,
  { subscriptions, ordered_cycles }: KnownRecords,
  member_no: string,
): MovedOrder['subscription'] {
  const foreign_no = reader.text('定期番号')
  const cycle = reader.whole('回数', { min: 0, max: 9999 })
  const found = subscriptions.get(foreign_no)
  if (!found || !cycle) return null
  if (found.member_no !== member_no) {
    reader.fault('定期番号', `定期「${foreign_no}」は、別の会員の定期便です。`)
    return null
  }
  // If a cancelled order was replaced by another, the first one has the cycle.
  if (cycle < found.cycle) return ordered_cycles.has(`${foreign_no}:${cycle}`) ? null : { foreign_no, cycle }
  reader.fault(
    '回数',
    `定期「${foreign_no}」はこれから${found.cycle}回目を手配します。${cycle}回目の注文と重なります。`,
  )
  return null
}

function readPayment(reader: RowReader): Pick<MovedOrder, 'payment_method_id' | 'moved_payment_name'> {
  const typed = cutText(reader.line('お支払方法'), 30)
  const found = typed === '' ? undefined : findPaymentMethodByName(typed)
  return found === undefined
    ? { payment_method_id: null, moved_payment_name: typed || '記録なし' }
    : { payment_method_id: found, moved_payment_name: null }
}

/** Some systems put all product codes of an order into one cell, with one total: the first item gets it. */
function readItems(reader: RowReader, known: KnownRecords): MovedOrderItem[] {
  const quantity = reader.neededWhole('数量', { min: 1, max: 9999 })
  const price = reader.neededWhole('単価')
  const rate = reader.whole('税率', { max: 100 })
  if (rate !== null && rate !== 8 && rate !== 10) reader.note('税率', `税率${rate}%は、商品の税率として残します。`)
  const codes = reader
    .text('商品コード')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
  if (codes.length <= 1) {
    const sku = parseKnownSku(reader, known.skus)
    return sku ? [itemOf(sku, reader.line('商品名'), quantity, price, rate)] : []
  }
  return codes.flatMap((code, n) => {
    const sku = known.skus.get(code)
    if (!sku) reader.fault('商品コード', `商品コード「${code}」の商品がありません。先に商品を登録してください。`)
    return sku ? [itemOf(sku, '', 1, n === 0 ? price * quantity : 0, rate)] : []
  })
}

const itemOf = (sku: KnownSku, name: string, quantity: number, price: number, rate: number | null): MovedOrderItem => ({
  sku,
  product_name: name || sku.product_name,
  quantity,
  price,
  tax_rate: rate === 8 || rate === 10 ? rate : sku.tax_rate,
})
