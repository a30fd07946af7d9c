import { delivery_time } from '@kushi/db/schema/delivery'
import { and, asc, eq } from 'drizzle-orm'
import type { Verb } from '../context.ts'
import { loadDelivery } from './internal/load-delivery.ts'

/** お届け時間帯 of a method; none for メール便. @throws ShopError 404 */
export const listDeliveryTimes: Verb<'GET /v1/delivery/{id}/time'> = async (ctx, { id }) => {
  await loadDelivery(ctx, id)
  const items = await ctx.db
    .select({ id: delivery_time.id, delivery_time: delivery_time.delivery_time })
    .from(delivery_time)
    .where(and(eq(delivery_time.shop_id, ctx.shop_id), eq(delivery_time.delivery_id, id)))
    .orderBy(asc(delivery_time.sort_no), asc(delivery_time.id))
  return { items }
}
