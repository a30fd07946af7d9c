import { delivery } from '@kushi/db/schema/delivery'
import { eq } from 'drizzle-orm'
import type { Verb } from '../context.ts'
import { selectDeliveries } from './load-delivery.ts'

/** 配送方法 that reach a postcode. The carriers of today reach all of Japan, remote islands included. */
export const listDeliveryMethods: Verb<'GET /v1/delivery/{postal_code}/delivery-method'> = async (ctx) => ({
  items: await selectDeliveries(ctx, eq(delivery.visible, true)),
})
