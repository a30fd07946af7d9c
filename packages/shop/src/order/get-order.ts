import { orders } from '@kushi/db/schema/order'
import { eq } from 'drizzle-orm'
import type { Verb } from '../context.ts'
import { notFound } from '../shop-error.ts'
import { loadOrders } from './internal/load-orders.ts'

/** 注文の詳細. @throws ShopError 404, also for another member's order */
export const getOrder: Verb<'GET /v1/order/public/detail/{order_no}'> = async (ctx, { order_no }) => {
  const [order] = await loadOrders(ctx, eq(orders.order_no, order_no), { limit: 1 })
  if (!order) throw notFound()
  return order
}
