import type { Tx } from '@kushi/db/connect'
import { inOneRoundTrip } from '@kushi/db/in-one-round-trip'
import { formatWithWeekday } from '@kushi/values/date-format'
import { patternLabel } from '@kushi/values/delivery-pattern'
import { isPrepaid } from '@kushi/values/payment-method'
import { itemName } from '@kushi/values/product'
import { asBought, type BoughtGoods } from '@kushi/values/product-set'
import { formatYen } from '@kushi/values/yen'
import { earliestDeliveryTo } from '../../../catalogue/delivery/index.ts'
import type { Context } from '../../../context.ts'
import { orderUrl } from '../../../foundation/setting/index.ts'
import { composeLine, enqueueLine, enqueueMail, loadText, type Sender } from '../../../messaging/message/index.ts'
import { flexCard } from '../../../people/line/index.ts'
import { clearCart, endTracking } from '../../cart/index.ts'
import { announceOrder, writeStatus } from './lock-order.ts'
import { type Around, dayOf, loadAround, orderMail } from './order-mail.ts'
import { loadItems, type NewItemRow, type OrderRow } from './order-row.ts'

/**
 * What follows when an order counts, because it is paid or due on delivery: removes the ordered items from the cart, ends
 * the cart reminders and notifies other systems and extensions. Once per order, in the transaction that makes it
 * `received`.
 */
export const receiveOrder = (tx: Tx, ctx: Context, order: OrderRow, items: readonly NewItemRow[]) =>
  inOneRoundTrip([
    clearCart(tx, order, order.subscription_id === null ? 0 : 1, items),
    endTracking(tx, order),
    announceOrder(tx, { ...order, status: 'received', updated_at: ctx.clock.now() }, 'order.placed'),
  ])

/** 入金待ち: the customer has ordered, and may put the same goods into the cart again before the money is here. */
export async function awaitOrder(tx: Tx, order: OrderRow): Promise<void> {
  await clearCart(tx, order, order.subscription_id === null ? 0 : 1, await loadItems(tx, order))
  await endTracking(tx, order)
}

/**
 * The same for an order that waited for its payment, locked by the caller; also sends the order's mail and LINE
 * message. What was awaited is sent from the day of the payment on.
 */
export async function receivePending(tx: Tx, ctx: Context, pending: OrderRow): Promise<void> {
  const isAwaited = isPrepaid(pending.payment_method_id)
  const from = { ...ctx, db: tx }
  const promised =
    isAwaited && pending.delivery_date === null ? { expected_date: await earliestDeliveryTo(from, pending) } : {}
  const order = (await writeStatus(tx, ctx, [pending], 'received', promised))[0]!
  const items = await loadItems(tx, order)
  if (isAwaited) await announceOrder(tx, order, 'order.placed')
  else await receiveOrder(tx, ctx, order, items)
  const text = await loadText(tx, order.shop_id, 'order_received')
  const around = { ...(await loadAround(from, order)), ...(isAwaited && { paid_on: ctx.clock.today() }) }
  const mail = orderMail(ctx, order, items, { ...around, text })
  await enqueueMail(tx, order.shop_id, receivedMessageKey(order), mail, orderReference(order))
  await enqueueLine(
    tx,
    order,
    receivedMessageKey(order),
    (seller) => orderReceivedLine(tx, ctx, seller, order, items, around),
    orderReference(order),
  )
}

/** The outbox key: one message per order. */
export const receivedMessageKey = ({ order_no }: OrderRow) => `order-received:${order_no}`
export const orderReference = ({ customer_id, id }: OrderRow) => ({ customer_id, order_id: id })

/** 定期便: how often, when next, and what the goods cost from then on. */
function subscriptionRows(regular: NonNullable<Around['regular']>, later: Around['later']) {
  const goods = later.reduce((sum, { following_price, quantity }) => sum + following_price * quantity, 0)
  const isPrepaid = later.every(({ lump_sum_payment_flag }) => lump_sum_payment_flag)
  return [
    ['定期便', patternLabel(regular)],
    ['次回のお届け', formatWithWeekday(regular.next_delivery_date)],
    ['2回目から', isPrepaid ? '年払いでお支払い済み' : `商品代金 ${formatYen(goods)}(税込)`],
  ] as const
}

function goodsText([first, ...others]: readonly BoughtGoods<NewItemRow>[]): string {
  if (!first) return ''
  const name = first.set ? first.set.name : itemName(first.item)
  return others.length > 0 ? `${name} ほか${others.length}点` : name
}

/** ご注文ありがとうございます, over LINE. */
export const orderReceivedLine = async (
  tx: Tx,
  ctx: Context,
  seller: Sender,
  order: OrderRow,
  items: readonly NewItemRow[],
  { regular, later }: Pick<Around, 'regular' | 'later'>,
) =>
  flexCard({
    shop_name: seller.shop_name,
    ...(await composeLine(tx, seller, 'line_order_received', { ご注文番号: order.order_no })),
    rows: [
      ['ご注文番号', order.order_no],
      ['商品', goodsText(asBought(items))],
      ['お支払い合計', `${formatYen(order.payment_total)}(税込)`],
      ['お届け予定日', dayOf(order)],
      ...(regular ? subscriptionRows(regular, later) : []),
    ],
    button: { label: 'ご注文を確認する', url: orderUrl(ctx.settings, order) },
  })
