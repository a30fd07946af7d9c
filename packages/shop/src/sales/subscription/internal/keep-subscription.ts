import type { Queryable } from '@kushi/db/connect'
import { subscription_order_item } from '@kushi/db/schema/subscription'
import { and, eq } from 'drizzle-orm'
import { ShopError } from '../../../shop-error.ts'
import type { OrderRow } from '../../order/index.ts'
import { yearlyDeliveryCount } from '../rules/yearly.ts'

/**
 * Whether a subscription can continue without the money of its first order. A 年払い can't, because that order paid for
 * its later deliveries.
 */
export async function canContinueUnpaid(
  db: Queryable,
  { shop_id, id }: { shop_id: number; id: number },
): Promise<boolean> {
  const item = subscription_order_item
  const items = await db
    .select()
    .from(item)
    .where(and(eq(item.shop_id, shop_id), eq(item.subscription_id, id)))
  return yearlyDeliveryCount(items) === null
}

/**
 * Refuses to keep a 年払い while its first order is cancelled or refunded. Other subscriptions and later orders pass.
 * @throws ShopError 409
 */
export async function refuseUnpaidContinuation(
  db: Queryable,
  { shop_id, subscription_id, cycle }: Pick<OrderRow, 'shop_id' | 'subscription_id' | 'cycle'>,
): Promise<void> {
  if (subscription_id === null || cycle !== 1) return
  if (await canContinueUnpaid(db, { shop_id, id: subscription_id })) return
  throw new ShopError(
    409,
    'ERROR_SUBSCRIPTION_PREPAID',
    '年払いの定期便は、代金をお返しすると続けられません。「定期便も終了する」をお選びください。続けるには、新しくお申し込みをいただいてください。',
  )
}
