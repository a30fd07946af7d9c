import type { Tx } from '@kushi/db/connect'
import { inOneRoundTrip } from '@kushi/db/in-one-round-trip'
import { formatDateWithWeekday } from '@kushi/values/date-format'
import { deliveryPatternText } from '@kushi/values/delivery-pattern'
import { isPrepaidMethod } from '@kushi/values/payment-method'
import { itemName } from '@kushi/values/product'
import { type BoughtGoods, groupBoughtRows } from '@kushi/values/product-set'
import { formatYen } from '@kushi/values/yen'
import { earliestDeliveryDayTo } from '../../../catalogue/delivery/index.ts'
import type { QueryContext } from '../../../context.ts'
import { orderUrl } from '../../../foundation/setting/index.ts'
import {
  composeLineCard,
  enqueueLineMessageToMember,
  enqueueMail,
  loadMessageText,
  type SenderShop,
} from '../../../messaging/message/index.ts'
import { lineCardMessage } from '../../../people/line/index.ts'
import { clearCart, endCartReminders } from '../../cart/index.ts'
import {
  deliveryDayText,
  loadOrderItems,
  loadOrderMailContext,
  type NewItemRow,
  type OrderMailContext,
  type OrderRow,
  orderMail,
  publishOrderEvent,
  writeOrderStatus,
} from '../../order/index.ts'
import type { PaymentRow } from '../../payment/index.ts'
import { orderReceived } from '../hooks.ts'

/**
 * Completes the acceptance of an order that is paid or payable on delivery. It removes the ordered items from the
 * cart, ends the cart reminders, and notifies other systems and extensions. Runs once per order, in the transaction
 * that makes it `received`.
 */
export const acceptOrder = (
  tx: Tx,
  ctx: QueryContext,
  order: OrderRow,
  items: readonly NewItemRow[],
  has_consent: boolean,
) =>
  inOneRoundTrip([
    clearCart(tx, order, order.subscription_id === null ? 0 : 1, items),
    endCartReminders(tx, order),
    announceReceived(tx, { ...order, status: 'received', updated_at: ctx.clock.now() }, has_consent),
  ])

/** 受注, told to other systems and extensions, and to media. `has_consent`: false if it is known that the customer gave none. */
const announceReceived = (tx: Tx, order: OrderRow, has_consent: boolean) =>
  inOneRoundTrip([
    publishOrderEvent(tx, order, 'order.placed'),
    has_consent && orderReceived(tx, { shop_id: order.shop_id, at: order.updated_at }, order.id),
  ])

/**
 * 入金待ち: empties the cart of the ordered items and ends the cart reminders, before the money is here. The customer may
 * put the same goods into the cart again.
 */
export async function acceptUnpaidOrder(tx: Tx, order: OrderRow): Promise<void> {
  await clearCart(tx, order, order.subscription_id === null ? 0 : 1, await loadOrderItems(tx, order))
  await endCartReminders(tx, order)
}

/**
 * Accepts an order whose payment has arrived, locked by the caller. Sets it to `received` and sends the order's mail
 * and LINE message, which says when the money was received if it is. A 前払い order without a date gets its expected date from now.
 */
export async function acceptPaidOrder(
  tx: Tx,
  ctx: QueryContext,
  pending: OrderRow,
  { captured_amount, captured_on_charge }: Pick<PaymentRow, 'captured_amount' | 'captured_on_charge'>,
): Promise<void> {
  const isAwaited = isPrepaidMethod(pending.payment_method_id)
  const from = { ...ctx, db: tx }
  const promised =
    isAwaited && pending.delivery_date === null ? { expected_date: await earliestDeliveryDayTo(from, pending) } : {}
  const order = (await writeOrderStatus(tx, ctx, [pending], 'received', promised))[0]!
  const items = await loadOrderItems(tx, order)
  if (isAwaited) await announceReceived(tx, order, true)
  else await acceptOrder(tx, ctx, order, items, true)
  const text = await loadMessageText(tx, order.shop_id, 'order_received')
  const paid = isAwaited || captured_on_charge ? { on: ctx.clock.today(), amount: captured_amount } : undefined
  const around = { ...(await loadOrderMailContext(from, order)), paid }
  const mail = orderMail(ctx, order, items, { ...around, text })
  await enqueueMail(tx, order.shop_id, orderReceivedMessageKey(order), mail, messageAboutOrder(order))
  await enqueueLineMessageToMember(
    tx,
    order,
    orderReceivedMessageKey(order),
    (seller) => orderReceivedLine(tx, ctx, seller, order, items, around),
    messageAboutOrder(order),
  )
}

/** The outbox key: one message per order. */
export const orderReceivedMessageKey = ({ order_no }: OrderRow) => `order-received:${order_no}`
export const messageAboutOrder = ({ customer_id, id }: OrderRow) => ({ customer_id, order_id: id })

/** 定期便: how often, when next, and what the goods cost from then on. */
function subscriptionRows(regular: NonNullable<OrderMailContext['regular']>, later: OrderMailContext['later']) {
  const goods = later.reduce((sum, { following_price, quantity }) => sum + following_price * quantity, 0)
  const isPrepaid = later.every(({ lump_sum_payment_flag }) => lump_sum_payment_flag)
  return [
    ['定期便', deliveryPatternText(regular)],
    ['次回のお届け', formatDateWithWeekday(regular.next_delivery_date)],
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
  ctx: QueryContext,
  seller: SenderShop,
  order: OrderRow,
  items: readonly NewItemRow[],
  { regular, later }: Pick<OrderMailContext, 'regular' | 'later'>,
) =>
  lineCardMessage({
    shop_name: seller.shop_name,
    ...(await composeLineCard(tx, seller, 'line_order_received', { ご注文番号: order.order_no })),
    rows: [
      ['ご注文番号', order.order_no],
      ['商品', goodsText(groupBoughtRows(items))],
      ['お支払い合計', `${formatYen(order.payment_total)}(税込)`],
      ['お届け予定日', deliveryDayText(order)],
      ...(regular ? subscriptionRows(regular, later) : []),
    ],
    button: { label: 'ご注文を確認する', url: orderUrl(ctx.settings, order) },
  })
