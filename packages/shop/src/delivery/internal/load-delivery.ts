import { delivery } from '@kushi/db/schema/delivery'
import { and, asc, eq, type SQL } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { notFound } from '../../shop-error.ts'

/** 配送方法 of the shop in their order, as the contract's `Delivery`; fee in yen, tax included. */
export function selectDeliveries(ctx: Pick<Context, 'db' | 'shop_id'>, condition?: SQL) {
  const { id, delivery_name, flat_rate_delivery_fee, visible, mail_delivery_flag } = delivery
  return ctx.db
    .select({ id, delivery_name, flat_rate_delivery_fee, visible, mail_delivery_flag })
    .from(delivery)
    .where(and(eq(delivery.shop_id, ctx.shop_id), condition))
    .orderBy(asc(delivery.sort_no), asc(delivery.id))
}

/**
 * One method, including hidden ones: an order or a subscription may still use it.
 * @throws ShopError 404 for an id that the shop does not have
 */
export async function loadDelivery(ctx: Pick<Context, 'db' | 'shop_id'>, id: number) {
  const [row] = await selectDeliveries(ctx, eq(delivery.id, id))
  if (!row) throw notFound()
  return row
}
