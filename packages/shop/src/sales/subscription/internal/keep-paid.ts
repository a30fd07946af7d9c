import type { Queryable } from '@kushi/db/connect'
import { orders } from '@kushi/db/schema/order'
import { subscription_order_item } from '@kushi/db/schema/subscription'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { ShopError } from '../../../shop-error.ts'
import { yearlyDeliveries } from '../rules/yearly.ts'

/** Whether a subscription can go on without the money of its first order: not one that it paid for. */
export async function canBeKept(db: Queryable, { shop_id, id }: { shop_id: number; id: number }): Promise<boolean> {
  const item = subscription_order_item
  const items = await db
    .select()
    .from(item)
    .where(and(eq(item.shop_id, shop_id), eq(item.subscription_id, id)))
  return yearlyDeliveries(items) === null
}

/**
 * 年払い can't be kept while its first order is cancelled or refunded. Call it before any money moves.
 * @throws ShopError 409
 */
export async function refuseKeeping(
  { db, shop_id }: Pick<Context, 'db' | 'shop_id'>,
  { order_no, keep_subscription = false }: { order_no: string; keep_subscription?: boolean },
): Promise<void> {
  if (!keep_subscription) return
  const [order] = await db
    .select({ subscription_id: orders.subscription_id, cycle: orders.cycle })
    .from(orders)
    .where(and(eq(orders.shop_id, shop_id), eq(orders.order_no, order_no)))
  if (!order?.subscription_id || order.cycle !== 1) return
  if (await canBeKept(db, { shop_id, id: order.subscription_id })) return
  throw new ShopError(
    409,
    'ERROR_SUBSCRIPTION_PREPAID',
    '年払いの定期便は、代金をお返しすると続けられません。「定期便も終了する」をお選びください。続けるには、新しくお申し込みをいただいてください。',
  )
}
