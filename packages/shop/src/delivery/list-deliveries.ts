import { delivery } from '@kushi/db/schema/delivery'
import { eq } from 'drizzle-orm'
import type { Verb } from '../context.ts'
import { selectDeliveries } from './internal/load-delivery.ts'

/** 配送方法一覧. `visible` selects those that are, or are not, offered; left out: all. */
export const listDeliveries: Verb<'GET /v1/delivery'> = async (ctx, { visible }) => ({
  items: await selectDeliveries(ctx, visible === undefined ? undefined : eq(delivery.visible, visible)),
})
