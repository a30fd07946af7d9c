import type { Tx } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { orders } from '@kushi/db/schema/order'
import { shop } from '@kushi/db/schema/shop'
import { isRow, refersTo } from '@kushi/db/shop-scope'
import { KONBINI_NAME, KONBINI_WAY, payUntilText, slipLines } from '@kushi/values/konbini'
import { orderPaymentName } from '@kushi/values/order-status'
import { formatYen } from '@kushi/values/yen'
import { eq } from 'drizzle-orm'
import type { LeadContext } from '../../../catalogue/delivery/index.ts'
import type { Context } from '../../../context.ts'
import { orderLink, shopUrl } from '../../../foundation/setting/index.ts'
import { composeMail, enqueueMail, type MailKind, type ValuesOf } from '../../../messaging/message/index.ts'
import { heldMessage, type PaymentRow, refusalMessage } from '../../payment/index.ts'
import { buyerColumns, greetingOf, loadAround, orderFacts } from './order-mail.ts'
import { loadItems, type OrderRow } from './order-row.ts'

/** 審査中: the provider's review takes time; the customer need not wait at the screen. */
export const mailHeld = async (tx: Tx, ctx: Linking, row: PaymentRow): Promise<void> => {
  const about = await load(tx, row)
  const values = {
    ...paidFacts(row, about),
    審査について: heldMessage(about.order.created_at),
    ...paymentLink(ctx, about.order),
  }
  await send(tx, row, about, 'held', 'payment_held', values)
}

/** お支払いの期限 and what to pay with, as one text of a mail. */
export const paymentSlipText = ({ pay_until, slip }: Pick<PaymentRow, 'pay_until' | 'slip'>): string =>
  [
    `お支払いの期限: ${payUntilText(pay_until!)}`,
    `お支払い先: ${KONBINI_NAME[slip!.store]}`,
    ...slipLines(slip!).map(({ label, value }) => `${label}: ${value}`),
    KONBINI_WAY[slip!.store].how,
  ].join('\n')

/** ご注文を受け付けました: the goods, and how to pay. */
export async function mailAwaited(tx: Tx, ctx: Linking & LeadContext, order: OrderRow, row: PaymentRow): Promise<void> {
  const around = await loadAround({ ...ctx, db: tx }, order)
  const { 定期便について: _, ...facts } = orderFacts(order, await loadItems(tx, order), around)
  const { to, seller } = around
  const values = { 宛名: greetingOf(to), ...facts, お支払いの番号: paymentSlipText(row), ...paymentLink(ctx, order) }
  await send(tx, row, { to, order, seller }, 'awaited', 'payment_awaited', values)
}

/** お支払いの期限は明日です. */
export const mailReminder = async (tx: Tx, ctx: Linking, row: PaymentRow): Promise<void> => {
  const about = await load(tx, row)
  const values = { ...paidFacts(row, about), お支払いの番号: paymentSlipText(row), ...paymentLink(ctx, about.order) }
  await send(tx, row, about, 'reminder', 'payment_reminder', values)
}

/** お支払いの期限が過ぎました. */
export const mailExpired = async (tx: Tx, ctx: Linking, row: PaymentRow): Promise<void> => {
  const about = await load(tx, row)
  await send(tx, row, about, 'expired', 'payment_expired', {
    ...paidFacts(row, about),
    ...paymentLink(ctx, about.order),
  })
}

/** 金額変更 by the shop, with the new amount. */
export const mailChanged = async (tx: Tx, ctx: Linking, row: PaymentRow, before: number): Promise<void> => {
  const about = await load(tx, row)
  const amounts = { 変更前の金額: formatYen(before), 変更後の金額: formatYen(row.amount) }
  const values = { ...paidFacts(row, about), ...amounts, ...paymentLink(ctx, about.order) }
  await send(tx, row, about, `changed-${before}-${row.amount}`, 'payment_changed', values)
}

/** The payment was declined while the customer was absent. */
export const mailRefused = async (tx: Tx, ctx: Context, row: PaymentRow, refusal: string): Promise<void> => {
  const about = await load(tx, row)
  const { landing_slug } = about.order
  const url = `${shopUrl(ctx.settings, row.shop_id)}/sh${landing_slug === null ? '/cart' : `/lp/${landing_slug}`}`
  const values = {
    ...paidFacts(row, about),
    理由: refusalMessage(refusal, row.payment_method_id)!,
    URL: url,
    やり直しのページ:
      landing_slug === null
        ? `商品はカートに残っています。お手数ですが、もう一度ご注文ください。\nカートを開く\n${url}`
        : `お手数ですが、もう一度お申し込みください。\nお申し込みのページを開く\n${url}`,
  }
  await send(tx, row, about, 'refused', 'payment_refused', values)
}

type Linking = Pick<Context, 'settings'>

/** The way to the order. */
export const paymentLink = ({ settings }: Linking, order: Pick<OrderRow, 'shop_id' | 'order_no'>) => ({
  ご注文のページ: orderLink(settings, order),
})

async function load(tx: Tx, row: PaymentRow) {
  const [found] = await tx
    .select({ order: orders, to: buyerColumns, seller: shop })
    .from(orders)
    .innerJoin(customer, refersTo(orders.customer_id, customer))
    .innerJoin(shop, eq(shop.id, orders.shop_id))
    .where(isRow(orders, { shop_id: row.shop_id, id: row.order_id }))
  return found!
}
type About = Awaited<ReturnType<typeof load>>

/** What is paid for, as the placeholders of these mails. */
export const paidFacts = ({ amount, payment_method_id }: PaidAmount, { order, to }: Pick<About, 'order' | 'to'>) => ({
  宛名: greetingOf(to),
  ご注文番号: order.order_no,
  お支払いの内容: [
    `ご注文番号: ${order.order_no}`,
    `お支払い金額: ${formatYen(amount)}(税込)`,
    `お支払い方法: ${orderPaymentName({ ...order, payment_method_id })}`,
  ].join('\n'),
})
type PaidAmount = Pick<PaymentRow, 'amount' | 'payment_method_id'>

async function send<K extends MailKind>(
  tx: Tx,
  row: PaymentRow,
  { to, order, seller }: About,
  name: string,
  kind: K,
  values: ValuesOf<K>,
): Promise<void> {
  const key = `payment-${name}:${row.provider_order_id}`
  const subject = { customer_id: order.customer_id, order_id: order.id }
  await enqueueMail(tx, row.shop_id, key, await composeMail(tx, seller, kind, to, values), subject)
}
