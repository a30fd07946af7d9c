import type { Tx } from '@kushi/db/connect'
import { isRow, refersTo } from '@kushi/db/in-shop'
import { customer } from '@kushi/db/schema/customer'
import { orders } from '@kushi/db/schema/order'
import { shop } from '@kushi/db/schema/shop'
import { paymentMethodName } from '@kushi/values/payment-method'
import { formatYen } from '@kushi/values/yen'
import { eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { letter } from '../mail/letter.ts'
import { enqueueMail } from '../outbox/enqueue-mail.ts'
import type { PaymentRow } from '../payment/claim-payment.ts'
import { heldMessage, refusalMessage } from '../payment/rules/refusal-message.ts'
import { shopUrl } from '../setting/shop-url.ts'

/** 審査中: the provider takes its time, and the customer need not. */
export const mailHeld = (tx: Tx, row: PaymentRow): Promise<void> =>
  send(tx, row, 'held', 'お支払いの審査中です', (order) => [
    heldMessage(order.created_at),
    '審査の結果、ご利用いただける場合はそのままご注文が確定します。ご利用いただけない場合、代金は請求されず、別のお支払い方法をお選びいただけます。',
  ])

/** 金額変更 by the shop; the facts below name the new amount. */
export const mailChanged = (tx: Tx, row: PaymentRow, before: number): Promise<void> =>
  send(tx, row, `changed-${before}-${row.amount}`, 'ご注文の金額を変更しました', () => [
    `ご注文のお支払い金額を、${formatYen(before)}から${formatYen(row.amount)}に変更しました。`,
  ])

/** The attempt ended while nobody was there to read it. */
export const mailRefused = (tx: Tx, ctx: Context, row: PaymentRow, refusal: string): Promise<void> =>
  send(tx, row, 'refused', 'ご注文は確定していません', () => [
    refusalMessage(refusal)!,
    `商品はカートに残っています。お手数ですが、次のページからもう一度ご注文ください。\n${shopUrl(ctx.settings, row.shop_id)}/sh/cart`,
  ])

type Texts = (order: typeof orders.$inferSelect) => string[]

async function send(tx: Tx, row: PaymentRow, kind: string, subject: string, texts: Texts) {
  const [found] = await tx
    .select({ order: orders, email: customer.email, seller: shop })
    .from(orders)
    .innerJoin(customer, refersTo(orders.customer_id, customer))
    .innerJoin(shop, eq(shop.id, orders.shop_id))
    .where(isRow(orders, { shop_id: row.shop_id, id: row.order_id }))
  const { order, email, seller } = found!
  const facts = [
    `ご注文番号: ${order.order_no}`,
    `お支払い金額: ${formatYen(row.amount)}(税込)`,
    `お支払い方法: ${paymentMethodName(row.payment_method_id)}`,
  ]
  const mail = {
    to: email,
    subject: `【${seller.shop_name}】${subject}(${order.order_no})`,
    text: letter(seller, `${order.name01} ${order.name02}`, ...texts(order), facts.join('\n')),
  }
  const about = { customer_id: order.customer_id, order_id: order.id }
  await enqueueMail(tx, row.shop_id, `payment-${kind}:${row.provider_order_id}`, mail, about)
}
