import type { Queryable } from '@kushi/db/connect'
import { orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { subscription_order_item } from '@kushi/db/schema/subscription'
import { and, desc, eq } from 'drizzle-orm'
import { ShopError } from '../../../shop-error.ts'
import { canOrderBecome } from '../../order/index.ts'
import { yearlyDeliveryCount } from '../rules/yearly.ts'
import type { SubscriptionRow } from './load-subscription.ts'

/**
 * Rejects 年払い whose payment is not captured yet: it would be captured in full when the first parcel ships, for
 * deliveries that no longer come.
 * @throws ShopError 409
 */
export async function refuseUncapturedYearly(db: Queryable, { shop_id, id }: SubscriptionRow): Promise<void> {
  const items = await db
    .select()
    .from(subscription_order_item)
    .where(and(eq(subscription_order_item.shop_id, shop_id), eq(subscription_order_item.subscription_id, id)))
  if (yearlyDeliveryCount(items) === null) return
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.shop_id, shop_id), eq(orders.subscription_id, id), eq(orders.cycle, 1)))
  if (!order || order.status === 'cancelled' || order.status === 'returned') return
  const [paid] = await db
    .select()
    .from(payment)
    .where(and(eq(payment.shop_id, shop_id), eq(payment.order_id, order.id)))
    .orderBy(desc(payment.id))
    .limit(1)
  if (!paid || paid.state === 'captured' || paid.state === 'refunded') return
  const { order_no, status } = order
  throw new ShopError(
    409,
    'ERROR_ORDER_STATUS',
    canOrderBecome(status, 'cancelled')
      ? `先にご注文 ${order_no} をキャンセルしてください。年払いの代金はいただかず、定期便も終了します。`
      : `ご注文 ${order_no} の年払いの代金をまだ受け取っていません。お届けが済んでから終了してください。`,
  )
}
