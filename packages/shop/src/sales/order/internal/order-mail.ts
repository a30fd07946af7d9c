import { customer } from '@kushi/db/schema/customer'
import { shop_payment } from '@kushi/db/schema/delivery'
import { order_evidence } from '@kushi/db/schema/order'
import { shop } from '@kushi/db/schema/shop'
import { subscription, subscription_benefit, subscription_order_item } from '@kushi/db/schema/subscription'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { addressLine, formatPostcode } from '@kushi/values/address'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { formatDateWithWeekday } from '@kushi/values/date-format'
import { deliveryPatternText } from '@kushi/values/delivery-pattern'
import { orderAmountLines } from '@kushi/values/order-amounts'
import { orderPaymentName } from '@kushi/values/order-status'
import { isPostpaid, isPrepaidMethod, paysFirstDeliveryOnly } from '@kushi/values/payment-method'
import { itemName } from '@kushi/values/product'
import { boughtSkuId, groupBoughtRows, groupOrderRows, soldSetContentsText } from '@kushi/values/product-set'
import type { PromotionTerms } from '@kushi/values/promotion'
import { listDiscounts } from '@kushi/values/promotion'
import {
  FOLLOWING_WAY_LABEL,
  fallbackPaymentOf,
  isSamePaymentWay,
  type PaymentWay,
  paymentWayText,
} from '@kushi/values/second-way'
import { wrappingLines } from '@kushi/values/wrapping'
import type { Yen } from '@kushi/values/yen'
import { formatYen } from '@kushi/values/yen'
import { and, asc, eq, isNull } from 'drizzle-orm'
import {
  arrangementTerms,
  changeDeadline,
  type LeadTimeContext,
  loadLeadTimes,
  type ShopLeadTimes,
} from '../../../catalogue/delivery/index.ts'
import { promotionCyclesText } from '../../../catalogue/promotion/index.ts'
import type { Context } from '../../../context.ts'
import { mailPictureUrls, orderLinkText } from '../../../foundation/setting/index.ts'
import type { QueuedMail } from '../../../messaging/message/index.ts'
import {
  composeMailFromText,
  type MailRecipient,
  type MessageTextParts,
  type PersonalPlaceholderText,
  personalAddresseeText,
  recipientColumns,
  type SenderShop,
} from '../../../messaging/message/index.ts'
import {
  orderPaymentMethodCondition,
  type PaymentMethodDetails,
  paymentMethodColumns,
  paymentTexts,
} from '../../payment/index.ts'
import type { NewItemRow, OrderRow } from './order-row.ts'

/** ご注文確認メール: items, amounts and destination. Contains no advertising. */
export function orderMail(
  { settings }: Pick<Context, 'settings'>,
  order: OrderRow,
  items: readonly NewItemRow[],
  { to, seller, text, ...around }: OrderMailContext & OrderMailParts,
): QueuedMail {
  const values = {
    宛名: buyerGreeting(to),
    ...orderMailPlaceholders(order, items, around),
    ご注文のページ: orderLinkText(settings, order),
  }
  const shown = items.map(({ product_image }) => product_image)
  return { ...composeMailFromText(text, seller, to, values), pictures: mailPictureUrls(settings, order.shop_id, shown) }
}

/** The columns of the member who ordered and gets the mails. The recipient of a gift gets none. */
export const buyerColumns = { ...recipientColumns, name01: customer.name01, name02: customer.name02 }
export type BuyerRecipient = MailRecipient & Record<'name01' | 'name02', string>
/** The salutation of the member who ordered. */
export const buyerGreeting = ({ name01, name02 }: Record<'name01' | 'name02', string>) =>
  personalAddresseeText(`${name01} ${name02}`)

/** The data around an order: the recipient of its mail, the seller, its subscription and its payment method. */
export async function loadOrderMailContext(ctx: LeadTimeContext, order: OrderRow) {
  const { db } = ctx
  const [found] = await db
    .select({ to: buyerColumns, seller: shop, regular: subscription, method: paymentMethodColumns(order) })
    .from(customer)
    .innerJoin(shop, eq(shop.id, customer.shop_id))
    .leftJoin(subscription, sameRowCondition(subscription, { shop_id: order.shop_id, id: order.subscription_id ?? 0 }))
    .leftJoin(shop_payment, orderPaymentMethodCondition(order))
    .where(sameRowCondition(customer, { shop_id: order.shop_id, id: order.customer_id }))
  const { subscription_id, shop_id } = order
  const benefits =
    subscription_id === null
      ? []
      : await db
          .select({ terms: subscription_benefit.terms })
          .from(subscription_benefit)
          .where(
            and(eq(subscription_benefit.shop_id, shop_id), eq(subscription_benefit.subscription_id, subscription_id)),
          )
          .orderBy(asc(subscription_benefit.promotion_id))
  const later =
    subscription_id === null
      ? []
      : await db
          .select(laterColumns)
          .from(subscription_order_item)
          .where(
            and(
              eq(subscription_order_item.shop_id, shop_id),
              eq(subscription_order_item.subscription_id, subscription_id),
              isNull(subscription_order_item.only_cycle),
            ),
          )
          .orderBy(asc(subscription_order_item.id))
  const [evidence] =
    subscription_id === null
      ? []
      : await db
          .select({ shown: order_evidence.shown })
          .from(order_evidence)
          .where(and(eq(order_evidence.shop_id, shop_id), eq(order_evidence.order_id, order.id)))
  const promised = (evidence?.shown ?? null) as OrderMailContext['promised']
  return {
    ...found!,
    later,
    promised,
    benefits: benefits.map(({ terms }) => terms),
    leads: await loadLeadTimes({ ...ctx, shop_id }),
  }
}

const laterColumns = {
  product_sku_id: subscription_order_item.product_sku_id,
  quantity: subscription_order_item.quantity,
  following_price: subscription_order_item.following_price,
  lump_sum_payment_flag: subscription_order_item.lump_sum_payment_flag,
}

/** お届け先 in a mail to an e-mail that is not verified. */
export const SEE_ORDER_TEXT = 'お届け先は、マイページのご注文の内容でご確認いただけます。'

/** The recipient, the sender and the text of an order's mail. */
export interface OrderMailParts {
  to: BuyerRecipient
  seller: SenderShop
  text: MessageTextParts
}

/** The data beside the order and its items that the order's mail needs. */
export interface OrderMailContext {
  /** The promotions of the later deliveries. */
  benefits: readonly PromotionTerms[]
  /** The items of the later deliveries, at the promised price. */
  later: readonly Pick<
    typeof subscription_order_item.$inferSelect,
    'product_sku_id' | 'quantity' | 'following_price' | 'lump_sum_payment_flag'
  >[]
  regular: typeof subscription.$inferSelect | null
  /** The promises of the confirmation, read from the stored evidence. Older evidence lacks some of them. */
  promised: {
    summary?: {
      following: { payment_total: number } | null
      later?: readonly { from_cycle: number; to_cycle: number | null; payment_total: number }[]
    }
    terms?: readonly { label: string; lines: readonly string[] }[]
    second_way?: (PaymentWay & { payment_fee: Yen }) | null
  } | null
  leads: ShopLeadTimes
  method: PaymentMethodDetails | null
  /** 前払い: the day on which the money came; absent: not yet, or paid in another way. */
  paid?: { on: CalendarDate; amount: Yen } | undefined
}

/** The facts of an order, as the placeholders of its mail. */
export const orderMailPlaceholders = (
  order: OrderRow,
  items: readonly NewItemRow[],
  { regular, leads, method, paid, later, promised, benefits }: OrderMailContext,
) => ({
  ご注文番号: order.order_no,
  ご注文の商品: goods(
    items,
    // Names and texts of the customer are on the order's page.
    wrappingLines(order.wrapping).map(({ label }) => `${label}あり`),
  ),
  お支払い金額: amounts(order, items, { method, paid }),
  お届け先: destination(order),
  定期便について: regular ? cycle(order, { regular, leads, later, promised, benefits }, items) : '',
})

const rule = '────────────────'
const section = (title: string, lines: string[]) => [rule, title, rule, ...lines].join('\n')

function goods(items: readonly NewItemRow[], wrapped: readonly string[]): string {
  const lines = groupOrderRows(items).map(({ item, set, gift }) => {
    if (set) {
      const reduced = new Set(set.parts.map(({ tax_rate }) => tax_rate))
      const mark = !reduced.has(8) ? '' : reduced.has(10) ? ' (一部※)' : ' ※'
      return `${set.name}\n  ${formatYen(set.price)} × ${set.quantity}  ${formatYen(set.subtotal)}${mark}\n  セットの内容: ${soldSetContentsText(set)}`
    }
    if (gift) return `プレゼント: ${itemName(gift)}\n  ${gift.quantity}点  ${formatYen(0)}`
    return `${itemName(item)}\n  ${formatYen(item.price)} × ${item.quantity}  ${formatYen(item.subtotal)}${item.tax_rate === 8 ? ' ※' : ''}`
  })
  if (items.some((item) => item.tax_rate === 8)) lines.push('※は軽減税率(8%)対象です。')
  lines.push(...wrapped)
  return section('ご注文の商品(税込)', lines)
}

function amounts(
  order: OrderRow,
  items: readonly NewItemRow[],
  { method, paid }: Pick<OrderMailContext, 'method' | 'paid'>,
): string {
  const lines = orderAmountLines({ ...order, discounts: listDiscounts(items, order.discount_amount) })
    .filter(({ name, amount }) => amount !== 0 || name === 'subtotal' || name === 'delivery_fee')
    .map(({ label, amount }) => `${label}: ${formatYen(amount)}`)
  lines.push(`お支払い合計: ${formatYen(order.payment_total)}`)
  for (const line of order.tax_lines)
    lines.push(`  (${line.tax_rate}%対象 ${formatYen(line.total)} 内消費税 ${formatYen(line.tax)})`)
  lines.push(`お支払い方法: ${orderPaymentName(order)}`)
  // 前払式通信販売の承諾の通知 (特商法13条): the amount received, and the day.
  if (paid)
    lines.push(`お支払いの受領: ${formatDateWithWeekday(paid.on)}に、${formatYen(paid.amount)} を受領しました。`)
  // The payment is authorised; money is received when the first parcel leaves.
  else if (order.payment_total > 0 && !isPostpaid(order.payment_method_id) && !isPrepaidMethod(order.payment_method_id))
    lines.push(`お支払いの受領: 商品の発送のときに、${formatYen(order.payment_total)} を受領します。`)
  if (method) lines.push(...paymentTexts(method, order))
  return section('お支払い金額', lines)
}

const destination = (order: OrderRow): PersonalPlaceholderText => {
  const day = `お届け予定日: ${deliveryDayText(order)}`
  return {
    text: section('お届け先', [
      `〒${formatPostcode(order)}`,
      addressLine(order),
      `${order.name01} ${order.name02} 様`,
      day,
    ]),
    until_verified: section('お届け先', [SEE_ORDER_TEXT, day]),
  }
}

/** お届け予定日 in words. */
export const deliveryDayText = ({ delivery_date, expected_date }: OrderRow): string => {
  if (delivery_date) return formatDateWithWeekday(delivery_date)
  return expected_date ? `${formatDateWithWeekday(expected_date)}(最短の日程)` : '最短でお届けします'
}

type Regular = Pick<OrderMailContext, 'leads' | 'later' | 'promised' | 'benefits'> & {
  regular: NonNullable<OrderMailContext['regular']>
}

const cycle = (order: OrderRow, { regular, leads, later, promised, benefits }: Regular, items: readonly NewItemRow[]) =>
  section('定期便について', [
    `お届け周期: ${deliveryPatternText(regular)}`,
    `次回お届け予定日: ${formatDateWithWeekday(regular.next_delivery_date)}`,
    `次回分の変更・お休み・解約は、${formatDateWithWeekday(changeDeadline(regular.next_delivery_date, arrangementTerms(leads, regular)))}まで承ります。`,
    '次回からの商品代金(税込、1回分):',
    ...later.map(({ product_sku_id, quantity, following_price, lump_sum_payment_flag }) => {
      return `  ${nameOf(items, product_sku_id)} ${lump_sum_payment_flag ? '年払いでお支払い済み' : `${formatYen(following_price)} × ${quantity}`}`
    }),
    ...benefits.map((terms) => `${terms.promotion_name}: ${promotionCyclesText(terms)}`),
    ...(promised?.summary && later.some(({ lump_sum_payment_flag }) => !lump_sum_payment_flag)
      ? laterPayments(promised.summary)
      : []),
    ...(promised?.terms ?? [])
      .filter(({ label }) => IN_MAIL.has(label))
      .map(({ label, lines }) => `${label}: ${lines.join('')}`),
    ...secondWayLines(regular, promised),
    ...laterWayLines(regular, order),
  ])

/**
 * The card is named only while it is still the one of the order: a later press may have paid by the second card itself.
 */
function secondWayLines(regular: Regular['regular'], promised: Regular['promised']): string[] {
  const named = promised?.second_way
  const kept = fallbackPaymentOf(regular)
  if (!named || !kept || !isSamePaymentWay(named, kept)) return []
  const { payment_fee, ...way } = named
  const fee = payment_fee > 0 ? `(切り替えたあとの手数料 ${formatYen(payment_fee)})` : ''
  // A new card is known to the contract only after this mail, and may be one that the member has already.
  const isNewCard = regular.card_seq === null && regular.payment_method_id === way.payment_method_id
  const other = isNewCard ? '(今回のお支払いと同じカードなら、使いません)' : ''
  return [`お支払いできないときに使う方法: ${paymentWayText(way)}${fee}${other}`]
}

/** 2回目からのお支払い方法, if the order's own pays the first delivery only. */
const laterWayLines = (regular: Regular['regular'], { payment_method_id }: OrderRow): string[] =>
  paysFirstDeliveryOnly({ payment_method_id, is_subscription: true })
    ? [`${FOLLOWING_WAY_LABEL}: ${paymentWayText(regular)}`]
    : []

/** The name of a SKU, perhaps a set, that was bought. */
function nameOf(items: readonly NewItemRow[], id: number): string {
  const found = groupBoughtRows(items).find((goods) => boughtSkuId(goods) === id)
  if (!found) return '商品'
  return found.set ? found.set.name : itemName(found.item)
}

/** The cost of each later delivery, and until which delivery an ending promotion lasts. */
function laterPayments({
  following,
  later = [],
}: NonNullable<NonNullable<OrderMailContext['promised']>['summary']>): string[] {
  const note = '(税込、送料と手数料を含みます)'
  if (later.length > 1)
    return later.map(({ from_cycle, to_cycle, payment_total }) => {
      const turns = to_cycle === null ? `${from_cycle}回目から` : `${from_cycle}回目から${to_cycle}回目まで`
      return `${turns}の毎回のお支払い: ${formatYen(payment_total)}${note}`
    })
  return following ? [`次回からの毎回のお支払い: ${formatYen(following.payment_total)}${note}`] : []
}

/** The conditions that the mail repeats: how long it goes on, and how to stop. */
const IN_MAIL = new Set(['お届けの期間', '解約'])
