import type { Tx } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { addressLine, formatPostcode } from '@kushi/values/address'
import { formatDateWithWeekday } from '@kushi/values/date-format'
import { itemPiecesText } from '@kushi/values/product'
import type { Context } from '../../../context.ts'
import { loadShop, orderLinkText, orderUrl } from '../../../foundation/setting/index.ts'
import {
  composeLineCard,
  composeMail,
  enqueueLineMessageToMember,
  enqueueMail,
} from '../../../messaging/message/index.ts'
import { lineCardMessage } from '../../../people/line/index.ts'
import { buyerColumns, buyerGreeting, SEE_ORDER_TEXT } from './order-mail.ts'
import type { OrderRow } from './order-row.ts'

/** Tells the customer about a 再送・交換 (商品を再度お送りします), once per replacement order: by mail, and also over LINE. */
export async function notifyReplacement(
  tx: Tx,
  { settings }: Pick<Context, 'settings'>,
  order: OrderRow,
  { original, items }: { original: OrderRow; items: readonly Parameters<typeof itemPiecesText>[0][] },
): Promise<void> {
  const { id, shop_id, customer_id, name01, name02, expected_date } = order
  const seller = await loadShop({ db: tx, shop_id })
  const facts = {
    ご注文番号: order.order_no,
    元のご注文番号: original.order_no,
    お送りする商品: items.map(itemPiecesText).join('\n'),
    お届け予定日: expected_date ? formatDateWithWeekday(expected_date) : '最短でお届けします',
  }
  const [to] = await tx
    .select(buyerColumns)
    .from(customer)
    .where(sameRowCondition(customer, { shop_id, id: customer_id }))
  const values = {
    宛名: buyerGreeting(to!),
    ...facts,
    お届け先: {
      text: [`〒${formatPostcode(order)}`, addressLine(order), `${name01} ${name02} 様`].join('\n'),
      until_verified: SEE_ORDER_TEXT,
    },
    ご注文のページ: orderLinkText(settings, order),
  }
  const key = `order-replaced:${order.order_no}`
  const mail = await composeMail(tx, seller, 'order_replaced', to!, values)
  await enqueueMail(tx, shop_id, key, mail, { customer_id, order_id: id })
  const card = async () =>
    lineCardMessage({
      shop_name: seller.shop_name,
      ...(await composeLineCard(tx, seller, 'line_order_replaced', facts)),
      rows: Object.entries(facts),
      button: { label: 'ご注文を確認する', url: orderUrl(settings, order) },
    })
  await enqueueLineMessageToMember(tx, order, key, card, { order_id: id })
}
