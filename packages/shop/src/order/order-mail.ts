import type { Queryable } from '@kushi/db/connect'
import { isRow } from '@kushi/db/in-shop'
import { customer } from '@kushi/db/schema/customer'
import { shop_payment } from '@kushi/db/schema/delivery'
import { shop } from '@kushi/db/schema/shop'
import { subscription } from '@kushi/db/schema/subscription'
import { formatWithWeekday } from '@kushi/values/date-format'
import { patternLabel } from '@kushi/values/pattern-label'
import { paymentMethodName } from '@kushi/values/payment-method'
import { prefectureName } from '@kushi/values/prefecture'
import { formatYen } from '@kushi/values/yen'
import { eq } from 'drizzle-orm'
import { changeDeadline } from '../delivery/rules/change-deadline.ts'
import { addressee } from '../mail/letter.ts'
import { composeMail } from '../message/compose.ts'
import type { QueuedMail } from '../outbox/enqueue-mail.ts'
import { methodColumns, methodOf } from '../payment/method-of-order.ts'
import { type MethodTerms, paymentTexts } from '../payment/rules/payment-texts.ts'
import type { ItemRow, OrderRow } from './order-row.ts'

/** ご注文確認メール: what was ordered, what it costs and where it goes. Carries no advertising. */
export async function orderMail(db: Queryable, order: OrderRow, items: readonly ItemRow[]): Promise<QueuedMail> {
  const { email, seller, ...around } = await loadAround(db, order)
  return { to: email, ...(await composeMail(db, seller, 'order_received', orderFacts(order, items, around))) }
}

/** What stands around an order: who gets its mail, who sells, what it began or belongs to, how it is paid. */
export async function loadAround(db: Queryable, order: OrderRow) {
  const [found] = await db
    .select({ email: customer.email, seller: shop, regular: subscription, method: methodColumns })
    .from(customer)
    .innerJoin(shop, eq(shop.id, customer.shop_id))
    .leftJoin(subscription, eq(subscription.id, order.subscription_id ?? 0))
    .leftJoin(shop_payment, methodOf(order))
    .where(isRow(customer, { shop_id: order.shop_id, id: order.customer_id }))
  return found!
}

interface Around {
  regular: typeof subscription.$inferSelect | null
  method: MethodTerms | null
}

/** What an order is, in the words of its mail. */
export const orderFacts = (order: OrderRow, items: readonly ItemRow[], { regular, method }: Around) => ({
  宛名: addressee(`${order.name01} ${order.name02}`),
  ご注文番号: order.order_no,
  ご注文の商品: goods(items),
  お支払い金額: amounts(order, method),
  お届け先: destination(order),
  定期便について: regular ? cycle(regular) : '',
})

const rule = '────────────────'
const section = (title: string, lines: string[]) => [rule, title, rule, ...lines].join('\n')

function goods(items: readonly ItemRow[]): string {
  const lines = items.map((item) => {
    const variant = [item.set_item_name1, item.set_item_name2].filter(Boolean).join(' / ')
    return `${item.product_name}${variant ? `(${variant})` : ''}\n  ${formatYen(item.price)} × ${item.quantity}  ${formatYen(item.subtotal)}${item.tax_rate === 8 ? ' ※' : ''}`
  })
  if (items.some((item) => item.tax_rate === 8)) lines.push('※は軽減税率(8%)対象です。')
  return section('ご注文の商品(税込)', lines)
}

function amounts(order: OrderRow, method: MethodTerms | null): string {
  const lines = [`商品合計: ${formatYen(order.subtotal)}`]
  if (order.discount_amount) lines.push(`割引: ${formatYen(-order.discount_amount)}`)
  lines.push(`送料: ${formatYen(order.delivery_fee)}`)
  if (order.payment_fee) lines.push(`手数料: ${formatYen(order.payment_fee)}`)
  lines.push(`お支払い合計: ${formatYen(order.payment_total)}`)
  for (const line of order.tax_lines)
    lines.push(`  (${line.tax_rate}%対象 ${formatYen(line.total)} 内消費税 ${formatYen(line.tax)})`)
  lines.push(`お支払い方法: ${paymentMethodName(order.payment_method_id)}`)
  if (method) lines.push(...paymentTexts(method, order))
  return section('お支払い金額', lines)
}

const destination = (order: OrderRow) =>
  section('お届け先', [
    `〒${order.postal_code01}-${order.postal_code02}`,
    `${prefectureName(order.pref_id)}${order.addr01}${order.addr02} ${order.addr03}`.trim(),
    `${order.name01} ${order.name02} 様`,
    `お届け予定日: ${dayOf(order)}`,
  ])

const dayOf = ({ delivery_date, expected_date }: OrderRow): string => {
  if (delivery_date) return formatWithWeekday(delivery_date)
  return expected_date ? `${formatWithWeekday(expected_date)}(最短の日程)` : '最短でお届けします'
}

const cycle = (regular: typeof subscription.$inferSelect) =>
  section('定期便について', [
    `お届け周期: ${patternLabel(regular)}`,
    `次回お届け予定日: ${formatWithWeekday(regular.next_delivery_date)}`,
    `次回分の変更・お休み・解約は、${formatWithWeekday(changeDeadline(regular.next_delivery_date))}まで承ります。`,
  ])
