import type { Party } from '@kushi/contract/address'
import { addDays, type CalendarDate, daysBetween } from '@kushi/values/calendar-date'
import { DELIVERY_PATTERN } from '@kushi/values/delivery-pattern'
import { SUBSCRIPTION_DATE_LIMIT } from '@kushi/values/limits'
import {
  findPaymentMethodByName,
  isCardPayment,
  isCashOnDelivery,
  notForSubscriptionsText,
  type PaymentMethodId,
  paymentMethod,
} from '@kushi/values/payment-method'
import type { AnnouncedFees } from '@kushi/values/price-terms'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { sum } from '@kushi/values/sum'
import { DASH_CHARACTERS } from '@kushi/values/text'
import { formatYen, type Yen } from '@kushi/values/yen'
import { arrangementDate } from '../../../catalogue/delivery/rules/arrangement.ts'
import { arrangementTerms } from '../../../catalogue/delivery/rules/lead.ts'
import { nextDeliveryDate } from '../../../catalogue/delivery/rules/next-delivery-date.ts'
import { type DeliveryPatternInput, isValidDeliveryPattern } from '../../../catalogue/delivery/rules/pattern.ts'
import type { KnownDelivery, KnownRecords, KnownSku } from './known-records.ts'
import { emptyParty, parseDeliveryNotes, parseMemberNo, parseMovedParty } from './read-party.ts'
import type { RowReader } from './row-reader.ts'

/** 「午前8時〜12時」, in whatever way it is written. */
const rangeMarks = new RegExp(`[${DASH_CHARACTERS}〜~]`, 'g')

export interface MovedSubscriptionItem {
  sku: KnownSku
  quantity: number
  following_price: number
}

export interface MovedSubscription {
  foreign_no: string
  member_no: string
  status: number
  cycle: number
  pattern: DeliveryPatternInput
  next_delivery_date: CalendarDate
  next_next_delivery_date: CalendarDate
  arranged_before_days: number
  delivery: KnownDelivery | undefined
  delivery_time_id: number | null
  payment_method_id: PaymentMethodId
  card_seq: number | null
  charge_permission_id: string | null
  adjustment_amount: number
  told: AnnouncedFees
  party: Party
  delivery_notes: string
  items: MovedSubscriptionItem[]
  created_at: Date
}

/** The contract is on the first row; each row has one item. `null`: left out, because it has ended. */
export function parseMovedSubscription(
  readers: readonly RowReader[],
  foreign_no: string,
  known: KnownRecords,
): MovedSubscription | null {
  const reader = readers[0]!
  const stated = readStatus(reader)
  if (stated === null) return null
  const member_no = parseMemberNo(reader, known)
  const cycle = reader.neededWhole('回数', { min: 1, max: 9999 })
  const delivery = readDelivery(reader, known)
  const payment_method_id = readPayment(reader, known, delivery)
  const party = partyOf(reader, known, member_no)
  const source = readSource(reader, known, member_no, payment_method_id)
  const status = source.is_chargeable ? stated : SUBSCRIPTION_STATUS.pause
  const next = readNext(reader, known, { delivery, party })
  const pattern = readPattern(reader, next)
  const dates = readDates(reader, known, { next, pattern, status, delivery, party })
  const items = readers.map((one) => readItem(one, known)).filter((item) => item !== null)
  const adjustment_amount = reader.whole('調整額', { min: -999_999, max: 999_999 }) ?? 0
  const told = readTold(reader, sum(items.map((one) => one.quantity * one.following_price)) + adjustment_amount)
  if (reader.isGood) refuseOrdered(reader, known, { foreign_no, cycle, ...dates })
  return {
    foreign_no,
    member_no,
    status,
    cycle,
    pattern,
    ...dates,
    arranged_before_days: known.arranged_before_days,
    delivery,
    payment_method_id,
    delivery_time_id: readTime(reader, delivery),
    card_seq: source.card_seq,
    charge_permission_id: source.charge_permission_id,
    adjustment_amount,
    told,
    party,
    delivery_notes: parseDeliveryNotes(reader),
    items,
    created_at: reader.moment('申込日時') ?? known.now,
  }
}

function readStatus(reader: RowReader): number | null {
  const text = reader.text('ステータス').toLowerCase()
  if (['', '有効', '継続', '継続中', 'active'].includes(text)) return SUBSCRIPTION_STATUS.normal
  if (['休止', '休止中', '停止', '停止中', 'suspend', 'paused'].includes(text)) return SUBSCRIPTION_STATUS.pause
  if (['解約', '解約済み', 'キャンセル', '無効', 'canceled', 'cancelled', '完了'].includes(text)) return null
  reader.fault(
    'ステータス',
    `「${reader.text('ステータス')}」が分かりません。有効・休止・解約のどれかで入力してください。`,
  )
  return SUBSCRIPTION_STATUS.pause
}

const kinds: Record<string, number> = {
  日付: DELIVERY_PATTERN.monthly_date,
  曜日: DELIVERY_PATTERN.week_and_day,
  日数: DELIVERY_PATTERN.day_interval,
}

function readPattern(reader: RowReader, next: CalendarDate | null): DeliveryPatternInput {
  const typed = reader.needed('周期')
  const subscription_division_id = kinds[typed]
  const param1 = reader.neededWhole('間隔', { min: 1, max: 180 })
  if (subscription_division_id === undefined) {
    if (typed !== '') reader.fault('周期', '周期は「日付」「曜日」「日数」のどれかで入力してください。')
    return { subscription_division_id: 0, param1, param2: null, param3: null }
  }
  const pattern = { subscription_division_id, param1, ...paramsOf(reader, subscription_division_id, next) }
  if (!isValidDeliveryPattern(pattern))
    reader.fault('間隔', 'この周期は選べません。月ごとは1〜6か月、日数は10〜180日です。')
  return pattern
}

function paramsOf(
  reader: RowReader,
  division: number,
  next: CalendarDate | null,
): { param2: number | null; param3: number | null } {
  if (division === DELIVERY_PATTERN.day_interval) return { param2: null, param3: null }
  if (
    division === DELIVERY_PATTERN.monthly_date &&
    next !== null &&
    reader.text('日') === '' &&
    reader.text('次回請求日') !== ''
  )
    return { param2: Number(next.slice(8)), param3: null }
  if (division === DELIVERY_PATTERN.monthly_date)
    return { param2: reader.neededWhole('日', { min: 1, max: 31 }), param3: null }
  const weekday = '日月火水木金土'.indexOf(reader.needed('曜日').charAt(0)) + 1
  if (weekday === 0) reader.fault('曜日', '曜日は日〜土で入力してください。')
  const week = reader.text('週') === '最終' ? 5 : reader.neededWhole('週', { min: 1, max: 5 })
  return { param2: week, param3: weekday }
}

/** The most days until the next delivery. */
const MAX_DAYS_AHEAD = 400
const { min_gap_days: minGap, max_gap_days: maxGap } = SUBSCRIPTION_DATE_LIMIT

/** The delivery that is charged on this day, as the former system would: it states the day of the charge. */
function chargedOn(day: CalendarDate, terms: ReturnType<typeof arrangementTerms>): CalendarDate {
  let next = addDays(day, daysBetween(arrangementDate(day, terms), day))
  while (arrangementDate(next, terms) < day) next = addDays(next, 1)
  return next
}

interface DateFacts extends Pick<MovedSubscription, 'pattern' | 'status' | 'delivery' | 'party'> {
  next: CalendarDate | null
}

const termsFor = (
  { leads, arranged_before_days }: KnownRecords,
  { delivery, party }: Pick<DateFacts, 'delivery' | 'party'>,
) => arrangementTerms(leads, { ...party, delivery_id: delivery?.id ?? 0, arranged_before_days })

function readNext(
  reader: RowReader,
  known: KnownRecords,
  to: Pick<DateFacts, 'delivery' | 'party'>,
): CalendarDate | null {
  const charged = reader.date('次回請求日')
  return reader.date('次回お届け予定日') ?? (charged && chargedOn(charged, termsFor(known, to)))
}

/**
 * An active subscription begins with a delivery that is still to be arranged: the other system may already have charged
 * an earlier one.
 */
function readDates(reader: RowReader, known: KnownRecords, { next, pattern, status, delivery, party }: DateFacts) {
  const { today } = known
  const terms = termsFor(known, { delivery, party })
  const nothing = { next_delivery_date: today, next_next_delivery_date: today }
  if (next === null) {
    if (reader.text('次回お届け予定日') === '' && reader.text('次回請求日') === '') reader.needed('次回お届け予定日')
    return nothing
  }
  const head = '次回お届け予定日'
  if (status === SUBSCRIPTION_STATUS.normal && next < today) reader.fault(head, `${next}は過ぎています。`)
  const arranged_on = arrangementDate(next, terms)
  if (status === SUBSCRIPTION_STATUS.normal && next >= today && arranged_on <= today)
    reader.fault(
      head,
      `${next}のお届けは、手配と請求の日(${arranged_on})が来ています。旧システムで発送し、その次のお届けから取り込んでください。`,
    )
  if (next > addDays(today, MAX_DAYS_AHEAD)) reader.fault(head, `${MAX_DAYS_AHEAD}日より先の日付です。`)
  if (!isValidDeliveryPattern(pattern)) return nothing
  const following = reader.date('次々回お届け予定日') ?? nextDeliveryDate(pattern, next)
  const gap = daysBetween(next, following)
  if ((gap < minGap || gap > maxGap) && following !== nextDeliveryDate(pattern, next))
    reader.fault('次々回お届け予定日', `次回から${minGap}日〜${maxGap}日あとの日付で入力してください。`)
  return { next_delivery_date: next, next_next_delivery_date: following }
}

/** Prevents a second shipment and charge: the next delivery must come after every order in the files. */
function refuseOrdered(
  reader: RowReader,
  { last_ordered }: KnownRecords,
  { foreign_no, cycle, next_delivery_date }: { foreign_no: string; cycle: number; next_delivery_date: CalendarDate },
): void {
  const last = last_ordered.get(foreign_no)
  if (!last) return
  if (last.cycle >= cycle)
    reader.fault(
      '回数',
      `${last.cycle}回目の注文(${last.order_no})がすでにあります。次回は${last.cycle + 1}回目からです。`,
    )
  else if (last.delivery_date !== null && last.delivery_date >= next_delivery_date)
    reader.fault('次回お届け予定日', `${last.delivery_date}にお届けする注文(${last.order_no})がすでにあります。`)
}

function readDelivery(reader: RowReader, { deliveries }: KnownRecords): KnownDelivery | undefined {
  const name = reader.text('配送方法')
  const found = name === '' ? deliveries[0] : deliveries.find(({ delivery_name }) => delivery_name === name)
  const all = deliveries.map(({ delivery_name }) => delivery_name).join('・')
  if (!found)
    reader.fault('配送方法', `配送方法「${name}」がありません。このショップには${all || '一つもありません'}。`)
  return found
}

function readTime(reader: RowReader, delivery: KnownDelivery | undefined): number | null {
  const typed = reader.text('時間帯')
  if (typed === '' || typed === '指定なし' || typed === '指定しない' || !delivery) return null
  const plain = (text: string) =>
    text
      .normalize('NFKC')
      .replace(rangeMarks, '-')
      .replace(/時|:00|\s/g, '')
  const found = delivery.times.find(({ name }) => name === typed || plain(name) === plain(typed))
  if (found) return found.id
  reader.note('時間帯', `時間帯「${typed}」がないため、指定なしで取り込みます。`)
  return null
}

function readPayment(
  reader: RowReader,
  { payments }: KnownRecords,
  delivery: KnownDelivery | undefined,
): PaymentMethodId {
  const typed = reader.needed('お支払方法')
  const found = typed === '' ? null : findPaymentMethodByName(typed)
  if (typed !== '' && found === undefined) reader.fault('お支払方法', `お支払方法「${typed}」はありません。`)
  else if (typed !== '' && !payments.includes(found ?? null))
    reader.fault('お支払方法', `「${paymentMethod(found ?? null).name}」は、このショップで使えるようになっていません。`)
  else if (typed !== '' && notForSubscriptionsText(found ?? null, null))
    reader.fault('お支払方法', `「${paymentMethod(found ?? null).name}」は、定期便では使えません。`)
  else if (typed !== '' && isCashOnDelivery(found ?? null) && delivery?.is_mail)
    reader.fault('お支払方法', 'メール便では代金引換を使えません。')
  return found ?? null
}

/**
 * Reads the fees of one delivery: 送料, クール代 and 手数料, or the part of 合計 that the goods leave. Without them the shop's own
 * fees count, which may be more than its member was promised.
 */
function readTold(reader: RowReader, goods: Yen): AnnouncedFees {
  const delivery_fee = reader.whole('送料')
  const cool_fee = reader.whole('クール代')
  const payment_fee = reader.whole('手数料')
  // A promise that names 送料, or the whole, has no other クール代.
  const promised = delivery_fee === null ? null : 0
  const total = reader.whole('合計')
  if (total === null) {
    if (delivery_fee === null)
      reader.note('送料', '送料も合計もないため、このショップの送料になります。お約束より高くなることがあります。')
    return { delivery_fee, cool_fee: cool_fee ?? promised, payment_fee }
  }
  const known = goods + (delivery_fee ?? 0) + (cool_fee ?? 0) + (payment_fee ?? 0)
  if (known > total)
    reader.fault(
      '合計',
      `単価・調整額・送料・クール代・手数料の計が${formatYen(known)}で、合計の${formatYen(total)}を超えています。`,
    )
  const rest = Math.max(0, total - known)
  return {
    delivery_fee: delivery_fee ?? rest,
    cool_fee: cool_fee ?? 0,
    payment_fee: payment_fee ?? (delivery_fee === null ? 0 : rest),
  }
}

/** The means of payment at the provider that later deliveries are charged to. */
function readSource(
  reader: RowReader,
  { members, card_page }: KnownRecords,
  member_no: string,
  method: PaymentMethodId,
) {
  const source = { card_seq: null as number | null, charge_permission_id: null as string | null, is_chargeable: true }
  if (isCardPayment(method)) {
    if (members.get(member_no)?.gmo_id === null) {
      reader.note(
        'GMOカード連番',
        `会員にGMO会員IDがなく、カードで請求できないため、休止として取り込みます。お客様にカードの登録をご案内ください: ${card_page}`,
      )
      return { ...source, is_chargeable: false }
    }
    source.card_seq = reader.neededWhole('GMOカード連番', { min: 0, max: 9999 })
  }
  if (method === 2) source.charge_permission_id = reader.needed('AmazonチャージID')
  return source
}

/** お届け先: from the row itself, from the address book by its number, or the member's own address. */
function partyOf(reader: RowReader, { members, addresses }: KnownRecords, member_no: string): Party {
  if (reader.text('姓') !== '' || reader.text('郵便番号') !== '') return parseMovedParty(reader)
  const number = reader.text('お届け先番号')
  const found = addresses.get(number)
  if (number !== '' && found?.member_no !== member_no)
    reader.fault('お届け先番号', `お届け先「${number}」がこの会員にありません。`)
  return found?.party ?? members.get(member_no)?.party ?? emptyParty
}

function readItem(reader: RowReader, { skus }: KnownRecords): MovedSubscriptionItem | null {
  const quantity = reader.neededWhole('数量', { min: 1, max: 99 })
  const price = reader.whole('単価')
  const sku = parseKnownSku(reader, skus)
  if (!sku) return null
  if (!sku.is_visible) reader.fault('商品コード', `商品「${sku.product_code}」は公開されていないため、手配できません。`)
  else if (!sku.is_subscribable) reader.fault('商品コード', `商品「${sku.product_code}」は定期で販売していません。`)
  else if (sku.is_yearly) reader.fault('商品コード', '年払いの商品の定期は取り込めません。')
  return { sku, quantity, following_price: price ?? sku.following_price }
}

/** Returns the SKU of the code in a row. Notes an error if the shop has no such code. */
export function parseKnownSku(reader: RowReader, skus: ReadonlyMap<string, KnownSku>): KnownSku | undefined {
  const code = reader.needed('商品コード')
  const sku = skus.get(code)
  if (!sku && code !== '')
    reader.fault('商品コード', `商品コード「${code}」の商品がありません。先に商品を登録してください。`)
  return sku
}
