import { delivery } from '@kushi/db/schema/delivery'
import { eq } from 'drizzle-orm'
import type { Verb } from '../context.ts'
import { notFound } from '../shop-error.ts'
import { selectDeliveries } from './internal/load-delivery.ts'

/**
 * 配送方法 that reach a postcode. Today's carriers reach all of Japan, including remote islands.
 * @throws ShopError 404 for a code below Japan Post's first one, 001-0000
 */
export const listDeliveryMethods: Verb<'GET /v1/delivery/{postal_code}/delivery-method'> = async (
  ctx,
  { postal_code },
) => {
  if (postal_code.startsWith('000')) throw notFound()
  return { items: await selectDeliveries(ctx, eq(delivery.visible, true)) }
}
