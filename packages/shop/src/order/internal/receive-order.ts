import type { Tx } from '@kushi/db/connect'
import { formatWithWeekday } from '@kushi/values/date-format'
import { itemName } from '@kushi/values/variant'
import { formatYen } from '@kushi/values/yen'
import { endTracking } from '../../abandonment/index.ts'
import { clearCart } from '../../cart/index.ts'
import type { Context } from '../../context.ts'
import { flexCard } from '../../line/index.ts'
import { composeLine, type Sender } from '../../message/index.ts'
import { enqueueLine, enqueueMail } from '../../outbox/index.ts'
import { shopUrl } from '../../setting/index.ts'
import { itemsOf } from './items-of.ts'
import { announceOrder, writeStatus } from './lock-order.ts'
import { orderMail } from './order-mail.ts'
import type { ItemRow, OrderRow } from './order-row.ts'

/**
 * An order that counts: its payment stands, or is due on delivery. Empties the cart of what was bought and tells the
 * customer. Runs once per order, inside the transaction that makes it `received`.
 */
export async function receiveOrder(tx: Tx, ctx: Context, order: OrderRow, items: readonly ItemRow[]): Promise<void> {
  await clearCart(tx, order, order.subscription_id === null ? 0 : 1, items)
  await endTracking(tx, order)
  await announceOrder(tx, { ...order, status: 'received', updated_at: ctx.clock.now() }, 'order.placed')
  const key = `order-received:${order.order_no}`
  const about = { customer_id: order.customer_id, order_id: order.id }
  await enqueueMail(tx, order.shop_id, key, await orderMail(tx, ctx, order, items), about)
  await enqueueLine(tx, order, key, orderReceivedLine(tx, ctx, order, items), about)
}

/** The same for an order that waited for its payment, locked by the caller. */
export async function receivePending(tx: Tx, ctx: Context, order: OrderRow): Promise<void> {
  await writeStatus(tx, ctx, order, 'received')
  await receiveOrder(tx, ctx, order, await itemsOf(tx, order))
}

const history = (ctx: Context, order: OrderRow) => `${shopUrl(ctx.settings, order.shop_id)}/sh/mypage/history`

/** ご注文ありがとうございます, over LINE. */
const orderReceivedLine =
  (tx: Tx, ctx: Context, order: OrderRow, items: readonly ItemRow[]) => async (seller: Sender) =>
    flexCard({
      shop_name: seller.shop_name,
      ...(await composeLine(tx, seller, 'line_order_received', { ご注文番号: order.order_no })),
      rows: [
        ['ご注文番号', order.order_no],
        ['商品', `${items[0] ? itemName(items[0]) : ''}${items.length > 1 ? ` ほか${items.length - 1}点` : ''}`],
        ['お支払い合計', `${formatYen(order.payment_total)}(税込)`],
        ['お届け日', order.delivery_date ? formatWithWeekday(order.delivery_date) : '最短でお届けします'],
      ],
      button: { label: 'ご注文を確認する', url: history(ctx, order) },
    })
