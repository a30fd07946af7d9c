import { randomUUID } from 'node:crypto'
import type { Tx } from '@kushi/db/connect'
import { isRow } from '@kushi/db/in-shop'
import { customer } from '@kushi/db/schema/customer'
import { addressLine } from '@kushi/values/address-text'
import { formatWithWeekday } from '@kushi/values/date-format'
import { formatPostcode } from '@kushi/values/postcode'
import { itemPieces } from '@kushi/values/variant'
import { formatYen } from '@kushi/values/yen'
import { addressee } from '../../mail/index.ts'
import { composeMail } from '../../message/index.ts'
import { enqueueMail } from '../../outbox/index.ts'
import { loadShop } from '../../setting/index.ts'
import type { OrderRow } from './order-row.ts'

import { paidFacts } from './payment-mail.ts'

const factsOf = (order: OrderRow) => {
  const { payment_total: amount, payment_method_id } = order
  return paidFacts({ amount, payment_method_id }, { order })
}

/** ご注文をキャンセルしました, once per order. */
export async function mailCancelled(tx: Tx, order: OrderRow): Promise<void> {
  const seller = await loadShop({ db: tx, shop_id: order.shop_id })
  await send(tx, order, 'order-cancelled', await composeMail(tx, seller, 'order_cancelled', factsOf(order)))
}

/** ご返金しました, once for each total refunded. */
export async function mailRefunded(tx: Tx, order: OrderRow, { amount, total }: { amount: number; total: number }) {
  const seller = await loadShop({ db: tx, shop_id: order.shop_id })
  const values = { ...factsOf(order), 返金額: formatYen(amount) }
  await send(tx, order, `order-refunded-${total}`, await composeMail(tx, seller, 'order_refunded', values))
}

/** ご注文の内容を変更しました, with the old and the new values. */
export async function mailOrderChanged(
  tx: Tx,
  order: OrderRow,
  changes: readonly { label: string; before: string; after: string }[],
): Promise<void> {
  const seller = await loadShop({ db: tx, shop_id: order.shop_id })
  const 変更点 = changes.map(({ label, before, after }) => `${label}\n  ${before}\n  → ${after}`).join('\n')
  const text = await composeMail(tx, seller, 'order_changed', { ...factsOf(order), 変更点 })
  await send(tx, order, `order-changed-${randomUUID()}`, text)
}

/** 商品を再度お送りします, once for each 再送・交換. */
export async function mailReplaced(
  tx: Tx,
  order: OrderRow,
  { original, items }: { original: OrderRow; items: readonly Parameters<typeof itemPieces>[0][] },
): Promise<void> {
  const seller = await loadShop({ db: tx, shop_id: order.shop_id })
  const { name01, name02, expected_date } = order
  const values = {
    ...{ 宛名: addressee(`${name01} ${name02}`), ご注文番号: order.order_no, 元のご注文番号: original.order_no },
    お送りする商品: items.map(itemPieces).join('\n'),
    お届け先: [`〒${formatPostcode(order)}`, addressLine(order), `${name01} ${name02} 様`].join('\n'),
    お届け予定日: expected_date ? formatWithWeekday(expected_date) : '最短でお届けします',
  }
  await send(tx, order, 'order-replaced', await composeMail(tx, seller, 'order_replaced', values))
}

async function send(tx: Tx, order: OrderRow, kind: string, text: { subject: string; text: string }): Promise<void> {
  const { shop_id, order_no, customer_id } = order
  const [member] = await tx
    .select({ email: customer.email })
    .from(customer)
    .where(isRow(customer, { shop_id, id: customer_id }))
  const about = { customer_id, order_id: order.id }
  await enqueueMail(tx, shop_id, `${kind}:${order_no}`, { to: member!.email, ...text }, about)
}
