import type { Tx } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { orders } from '@kushi/db/schema/order'
import { shop } from '@kushi/db/schema/shop'
import { refersToCondition, sameRowCondition } from '@kushi/db/shop-scope'
import { paymentDeadlineText } from '@kushi/values/konbini'
import { orderPaymentName } from '@kushi/values/order-status'
import { paymentSlipInstructions, paymentSlipLines, paymentSlipPlace } from '@kushi/values/payment-slip'
import { formatYen } from '@kushi/values/yen'
import { eq } from 'drizzle-orm'
import type { LeadTimeContext } from '../../../catalogue/delivery/index.ts'
import type { Context, QueryContext } from '../../../context.ts'
import { orderLinkText, shopUrl } from '../../../foundation/setting/index.ts'
import {
  composeMail,
  enqueueMail,
  type MailMessageKind,
  type PlaceholderValuesOf,
} from '../../../messaging/message/index.ts'
import { type PaymentRow, paymentRefusalText, underReviewText } from '../../payment/index.ts'
import { buyerColumns, buyerGreeting, loadOrderMailContext, orderMailPlaceholders } from './order-mail.ts'
import { loadOrderItems, type OrderRow } from './order-row.ts'

/** 審査中: the provider's review takes time; the customer need not wait at the screen. */
export const mailPaymentUnderReview = async (tx: Tx, ctx: Linking, row: PaymentRow): Promise<void> => {
  const about = await load(tx, row)
  const values = {
    ...paymentMailPlaceholders(row, about),
    審査について: underReviewText(about.order.created_at),
    ...orderPagePlaceholder(ctx, about.order),
  }
  await send(tx, row, about, 'held', 'payment_held', values)
}

/** お支払いの期限 and what to pay with, as one text of a mail. */
export const paymentSlipText = ({ pay_until, slip }: Pick<PaymentRow, 'pay_until' | 'slip'>): string =>
  [
    `お支払いの期限: ${paymentDeadlineText(pay_until!)}`,
    `お支払い先: ${paymentSlipPlace(slip!)}`,
    ...paymentSlipLines(slip!).map(({ label, value }) => `${label}: ${value}`),
    paymentSlipInstructions(slip!),
  ].join('\n')

/** ご注文を受け付けました: mails the goods of the order, and the way to pay. */
export async function mailAwaitingPayment(
  tx: Tx,
  ctx: Linking & LeadTimeContext,
  order: OrderRow,
  row: PaymentRow,
): Promise<void> {
  const around = await loadOrderMailContext({ ...ctx, db: tx }, order)
  const { to, seller } = around
  const values = {
    宛名: buyerGreeting(to),
    ...orderMailPlaceholders(order, await loadOrderItems(tx, order), around),
    お支払いの番号: paymentSlipText(row),
    ...orderPagePlaceholder(ctx, order),
  }
  await send(tx, row, { to, order, seller }, 'awaited', 'payment_awaited', values)
}

/** お支払いの期限は明日です. */
export const mailPaymentReminder = async (tx: Tx, ctx: Linking, row: PaymentRow): Promise<void> => {
  const about = await load(tx, row)
  const values = {
    ...paymentMailPlaceholders(row, about),
    お支払いの番号: paymentSlipText(row),
    ...orderPagePlaceholder(ctx, about.order),
  }
  await send(tx, row, about, 'reminder', 'payment_reminder', values)
}

/** ご入金の金額が足りません: mails the amount received so far, and the missing amount. */
export const mailPaymentShort = async (tx: Tx, ctx: Linking, row: PaymentRow): Promise<void> => {
  const about = await load(tx, row)
  const { amount, captured_amount } = row
  const values = {
    ...paymentMailPlaceholders(row, about),
    ご入金の内容: [
      `ご入金の合計: ${formatYen(captured_amount)}`,
      `不足している金額: ${formatYen(amount - captured_amount)}`,
    ].join('\n'),
    お支払いの番号: paymentSlipText(row),
    ...orderPagePlaceholder(ctx, about.order),
  }
  await send(tx, row, about, `short-${captured_amount}`, 'payment_short', values)
}

/** お支払いの期限が過ぎました. */
export const mailPaymentExpired = async (tx: Tx, ctx: Linking, row: PaymentRow): Promise<void> => {
  const about = await load(tx, row)
  await send(tx, row, about, 'expired', 'payment_expired', {
    ...paymentMailPlaceholders(row, about),
    ...orderPagePlaceholder(ctx, about.order),
  })
}

/** 金額変更 by the shop, with the new amount. */
export const mailAmountChanged = async (tx: Tx, ctx: Linking, row: PaymentRow, before: number): Promise<void> => {
  const about = await load(tx, row)
  const amounts = { 変更前の金額: formatYen(before), 変更後の金額: formatYen(row.amount) }
  const values = { ...paymentMailPlaceholders(row, about), ...amounts, ...orderPagePlaceholder(ctx, about.order) }
  await send(tx, row, about, `changed-${before}-${row.amount}`, 'payment_changed', values)
}

/** The payment was declined while the customer was absent. */
export const mailPaymentDeclined = async (
  tx: Tx,
  ctx: QueryContext,
  row: PaymentRow,
  refusal: string,
): Promise<void> => {
  const about = await load(tx, row)
  const { landing_slug } = about.order
  const url = `${shopUrl(ctx.settings, row.shop_id)}/sh${landing_slug === null ? '/cart' : `/lp/${landing_slug}`}`
  const values = {
    ...paymentMailPlaceholders(row, about),
    理由: paymentRefusalText(refusal, row.payment_method_id)!,
    URL: url,
    やり直しのページ:
      landing_slug === null
        ? `商品はカートに残っています。お手数ですが、もう一度ご注文ください。\nカートを開く\n${url}`
        : `お手数ですが、もう一度お申し込みください。\nお申し込みのページを開く\n${url}`,
  }
  await send(tx, row, about, 'refused', 'payment_refused', values)
}

type Linking = Pick<Context, 'settings'>

/** The mail placeholder with the link to the order's page. */
export const orderPagePlaceholder = ({ settings }: Linking, order: Pick<OrderRow, 'shop_id' | 'order_no'>) => ({
  ご注文のページ: orderLinkText(settings, order),
})

async function load(tx: Tx, row: PaymentRow) {
  const [found] = await tx
    .select({ order: orders, to: buyerColumns, seller: shop })
    .from(orders)
    .innerJoin(customer, refersToCondition(orders.customer_id, customer))
    .innerJoin(shop, eq(shop.id, orders.shop_id))
    .where(sameRowCondition(orders, { shop_id: row.shop_id, id: row.order_id }))
  return found!
}
type About = Awaited<ReturnType<typeof load>>

/** The placeholders of the payment mails: amount and payment method. */
export const paymentMailPlaceholders = (
  { amount, payment_method_id }: PaidAmount,
  { order, to }: Pick<About, 'order' | 'to'>,
) => ({
  宛名: buyerGreeting(to),
  ご注文番号: order.order_no,
  お支払いの内容: [
    `ご注文番号: ${order.order_no}`,
    `お支払い金額: ${formatYen(amount)}(税込)`,
    `お支払い方法: ${orderPaymentName({ ...order, payment_method_id })}`,
  ].join('\n'),
})
type PaidAmount = Pick<PaymentRow, 'amount' | 'payment_method_id'>

async function send<K extends MailMessageKind>(
  tx: Tx,
  row: PaymentRow,
  { to, order, seller }: About,
  name: string,
  kind: K,
  values: PlaceholderValuesOf<K>,
): Promise<void> {
  const key = `payment-${name}:${row.provider_order_id}`
  const subject = { customer_id: order.customer_id, order_id: order.id }
  await enqueueMail(tx, row.shop_id, key, await composeMail(tx, seller, kind, to, values), subject)
}
