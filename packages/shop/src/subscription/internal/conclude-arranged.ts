import type { Tx } from '@kushi/db/connect'
import { formatWithWeekday } from '@kushi/values/date-format'
import { formatYen } from '@kushi/values/yen'
import type { Context } from '../../context.ts'
import { announceOrder } from '../../order/index.ts'
import { enqueueMail } from '../../outbox/index.ts'
import type { OrderRow, SubscriptionRow } from './load-subscription.ts'
import { recordEvent } from './record-event.ts'
import { saveSubscription } from './save-subscription.ts'
import { type Correspondence, subscriptionMail, subscriptionMailTo } from './subscription-mail.ts'

/** 手配済み: paid, or to be paid on delivery; inside the transaction that makes the order `arranged`. */
export async function concludeArranged(
  tx: Tx,
  ctx: Context,
  row: SubscriptionRow,
  order: OrderRow,
  known?: Correspondence,
): Promise<void> {
  const saved = await saveSubscription(tx, row, 'arrange')
  const { order_no } = order
  await recordEvent(tx, ctx, row, 'arranged', { order_no, version: saved.version })
  await announceOrder(tx, { ...order, status: 'arranged', updated_at: ctx.clock.now() }, 'order.placed')
  const facts = [
    `ご注文番号: ${order_no}`,
    `お届け予定日: ${order.delivery_date ? formatWithWeekday(order.delivery_date) : '最短'}`,
    `お支払い金額: ${formatYen(order.payment_total)}(税込)`,
  ]
  const mail = known
    ? subscriptionMailTo(known, ctx.settings, saved, 'arranged', { facts })
    : await subscriptionMail(tx, ctx, saved, 'arranged', { facts })
  await enqueueMail(tx, row.shop_id, `subscription-arranged:${order_no}`, mail, {
    ...{ customer_id: row.customer_id, order_id: order.id, subscription_id: row.id },
  })
}
