import type { Tx } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { orders } from '@kushi/db/schema/order'
import { shop } from '@kushi/db/schema/shop'
import { refersToCondition, sameRowCondition } from '@kushi/db/shop-scope'
import { orderPaymentName } from '@kushi/values/order-status'
import { formatYen } from '@kushi/values/yen'
import { eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { loadShop, orderLinkText } from '../../../foundation/setting/index.ts'
import {
  composeMail,
  enqueueMail,
  type MailMessageKind,
  type PlaceholderValuesOf,
  type SenderShop,
} from '../../../messaging/message/index.ts'
import type { PaymentRow } from '../../payment/index.ts'
import { type BuyerRecipient, buyerColumns, buyerGreeting } from './order-mail.ts'
import type { OrderRow } from './order-row.ts'

type Linking = Pick<Context, 'settings'>
type PaidAmount = Pick<PaymentRow, 'amount' | 'payment_method_id'>

interface BuyerMail {
  order: OrderRow
  to: BuyerRecipient
  seller: SenderShop
}

/** What all mails about an order and its payment say; `paid`: the amount and the payment method. */
export const paymentMailPlaceholders = (
  { amount, payment_method_id }: PaidAmount,
  { order, to }: Pick<BuyerMail, 'order' | 'to'>,
) => ({
  宛名: buyerGreeting(to),
  ご注文番号: order.order_no,
  お支払いの内容: [
    `ご注文番号: ${order.order_no}`,
    `お支払い金額: ${formatYen(amount)}(税込)`,
    `お支払い方法: ${orderPaymentName({ ...order, payment_method_id })}`,
  ].join('\n'),
})

type SaidByAll = keyof ReturnType<typeof paymentMailPlaceholders> | 'ご注文のページ'
/** What a text says beside the order and its payment. */
type OwnValues<K extends MailMessageKind> = Omit<PlaceholderValuesOf<K>, SaidByAll>

/** Tells the buyer something of an order, once for each `key`. */
export async function mailAboutOrder<K extends MailMessageKind>(
  tx: Tx,
  ctx: Linking,
  order: OrderRow,
  mail: { kind: K; key: string; values: OwnValues<K> },
): Promise<void> {
  const seller = await loadShop({ db: tx, shop_id: order.shop_id })
  const [to] = await tx
    .select(buyerColumns)
    .from(customer)
    .where(sameRowCondition(customer, { shop_id: order.shop_id, id: order.customer_id }))
  const paid = { amount: order.payment_total, payment_method_id: order.payment_method_id }
  await send(tx, ctx, { order, to: to!, seller }, paid, { ...mail, key: `${mail.key}:${order.order_no}` })
}

/** Tells the buyer something of a payment of an order, once for each `key`. */
export async function mailAboutPayment<K extends MailMessageKind>(
  tx: Tx,
  ctx: Linking,
  row: PaymentRow,
  { kind, key, values }: { kind: K; key: string; values(order: OrderRow): OwnValues<K> },
): Promise<void> {
  const [found] = await tx
    .select({ order: orders, to: buyerColumns, seller: shop })
    .from(orders)
    .innerJoin(customer, refersToCondition(orders.customer_id, customer))
    .innerJoin(shop, eq(shop.id, orders.shop_id))
    .where(sameRowCondition(orders, { shop_id: row.shop_id, id: row.order_id }))
  const mail = { kind, key: `payment-${key}:${row.provider_order_id}`, values: values(found!.order) }
  await send(tx, ctx, found!, row, mail)
}

async function send<K extends MailMessageKind>(
  tx: Tx,
  { settings }: Linking,
  about: BuyerMail,
  paid: PaidAmount,
  { kind, key, values }: { kind: K; key: string; values: OwnValues<K> },
): Promise<void> {
  const { order, to, seller } = about
  const said = { ...paymentMailPlaceholders(paid, about), ご注文のページ: orderLinkText(settings, order), ...values }
  const composed = await composeMail(tx, seller, kind, to, said as unknown as PlaceholderValuesOf<K>)
  await enqueueMail(tx, order.shop_id, key, composed, { customer_id: order.customer_id, order_id: order.id })
}
