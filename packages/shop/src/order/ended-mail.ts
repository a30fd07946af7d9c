import type { Tx } from '@kushi/db/connect'
import { isRow } from '@kushi/db/in-shop'
import { customer } from '@kushi/db/schema/customer'
import { paymentMethodName } from '@kushi/values/payment-method'
import { formatYen } from '@kushi/values/yen'
import { letter } from '../mail/letter.ts'
import { enqueueMail } from '../outbox/enqueue-mail.ts'
import { loadShop } from '../setting/load-shop.ts'
import type { OrderRow } from './order-row.ts'

/** ご注文をキャンセルしました, once an order. */
export const mailCancelled = (tx: Tx, order: OrderRow): Promise<void> =>
  send(tx, order, 'order-cancelled', 'ご注文をキャンセルしました', [
    'ご注文をキャンセルしました。このご注文の代金は請求されません。',
    'クレジットカードなどのご利用明細に、一時的に表示されることがあります。その場合も、数日のうちに取り消されます。',
  ])

/** ご返金しました, once for each total that was given back. */
export const mailRefunded = (
  tx: Tx,
  order: OrderRow,
  { amount, total }: { amount: number; total: number },
): Promise<void> =>
  send(tx, order, `order-refunded-${total}`, 'ご返金の手続きをしました', [
    `ご注文について、${formatYen(amount)}のご返金の手続きをしました。`,
    'ご返金の時期は、お支払い方法によって異なります。カードの場合は、カード会社の締め日により翌月以降の明細に表示されることがあります。',
  ])

async function send(tx: Tx, order: OrderRow, kind: string, subject: string, texts: string[]): Promise<void> {
  const { shop_id, order_no } = order
  const seller = await loadShop({ db: tx, shop_id })
  const [member] = await tx
    .select({ email: customer.email })
    .from(customer)
    .where(isRow(customer, { shop_id, id: order.customer_id }))
  const facts = [
    `ご注文番号: ${order_no}`,
    `お支払い合計: ${formatYen(order.payment_total)}(税込)`,
    `お支払い方法: ${paymentMethodName(order.payment_method_id)}`,
  ]
  const mail = {
    to: member!.email,
    subject: `【${seller.shop_name}】${subject}(${order_no})`,
    text: letter(seller, `${order.name01} ${order.name02}`, ...texts, facts.join('\n')),
  }
  await enqueueMail(tx, shop_id, `${kind}:${order_no}`, mail, { customer_id: order.customer_id, order_id: order.id })
}
