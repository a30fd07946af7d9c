import { orders } from '@kushi/db/schema/order'
import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { MemberContext, Verb } from '../context.ts'
import { loadOrders } from './internal/load-orders.ts'
import { ownOrders } from './internal/own-orders.ts'

/**
 * 注文一覧: the member's orders, newest first; with `order_no` or `idempotency_key` only that one, with `year` those of a
 * year in Japan.
 */
export const listOrders: Verb<'GET /v1/order/public/list'> = async (ctx, input) => {
  const { page, per_page, order_no, idempotency_key, year } = input
  const wanted = and(
    order_no === undefined ? undefined : eq(orders.order_no, order_no),
    idempotency_key === undefined ? undefined : eq(orders.idempotency_key, idempotency_key),
    year ? placedIn(year) : undefined,
  )
  const [total, items, years] = await Promise.all([
    ctx.db.$count(orders, and(ownOrders(ctx), wanted)),
    loadOrders(ctx, wanted, { limit: per_page, offset: (page - 1) * per_page }),
    yearsOf(ctx),
  ])
  return { items, total, page, per_page, years }
}

const newYear = (year: number) => new Date(`${year}-01-01T00:00:00+09:00`)
const placedIn = (year: number): SQL =>
  and(gte(orders.created_at, newYear(year)), lt(orders.created_at, newYear(year + 1)))!

async function yearsOf(ctx: MemberContext): Promise<number[]> {
  const year = sql<number>`extract(year from ${orders.created_at} at time zone 'Asia/Tokyo')::int`
  const rows = await ctx.db.selectDistinct({ year }).from(orders).where(ownOrders(ctx))
  return rows.map((row) => row.year).sort((a, b) => b - a)
}
