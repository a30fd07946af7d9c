import type { Purchase } from '@kushi/contract/order'
import { customer } from '@kushi/db/schema/customer'
import { shipment } from '@kushi/db/schema/fulfilment'
import { orders } from '@kushi/db/schema/order'
import { refersToCondition } from '@kushi/db/shop-scope'
import { sellableStockSql } from '@kushi/db/sku-stock'
import type { OrderStatus } from '@kushi/values/order-status'
import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { Context, Handler, MemberContext } from '../../context.ts'
import { notFound } from '../../shop-error.ts'
import { loadOrders } from './internal/load-orders.ts'
import { ownOrdersCondition } from './internal/order-row.ts'

/** The newest orders of all shops, or only those of one status, for the operator. */
export const listOrdersForOperator = (ctx: Context, status: OrderStatus | undefined, limit: number) =>
  ctx.db
    .select({
      order_no: orders.order_no,
      shop: orders.shop_id,
      status: orders.status,
      member: customer.email,
      subscription: orders.subscription_id,
      cycle: orders.cycle,
      delivery: orders.delivery_date,
      total: orders.payment_total,
      // The tracking numbers of all parcels that have one.
      tracking_no: sql<
        string | null
      >`(select string_agg(${shipment.tracking_no}, ' ' order by ${shipment.id}) from ${shipment}
        where ${shipment.shop_id} = ${orders.shop_id} and ${shipment.order_id} = ${orders.id} and ${shipment.status} <> 'cancelled')`,
    })
    .from(orders)
    .innerJoin(customer, refersToCondition(orders.customer_id, customer))
    .where(status ? eq(orders.status, status) : undefined)
    .orderBy(desc(orders.id))
    .limit(limit)

/** Orders that were bought and not cancelled or returned. */
const counted = sql`('received', 'arranged', 'shipped', 'delivered')`

/**
 * 購入履歴: one row per SKU, the last bought first; dates are days in Japan. Name and picture are those of the last order.
 * A set is one row, with today's picture.
 */
export const listPurchases: Handler<'GET /v1/order/public/purchases'> = async (ctx, { page, per_page }) => {
  const { rows } = await ctx.db.execute<Purchase & { total: number }>(sql`
    with ${bought(ctx)}, purchase as (
      select product_sku_id, count(distinct order_id)::int as times, sum(quantity)::int as quantity,
        min(day) as first_date, max(day) as last_date, max(id) as latest_id
      from bought group by product_sku_id
    )
    select u.*, s.product_id, coalesce(i.set_name, i.product_name) as product_name, i.order_no as last_order_no,
      case when i.set_sku_id is null then i.product_code else s.product_code end as product_code,
      case when i.set_sku_id is null then i.sku_parent_item_name1 end as sku_parent_item_name1,
      case when i.set_sku_id is null then i.set_item_name1 end as set_item_name1,
      case when i.set_sku_id is null then i.sku_parent_item_name2 end as sku_parent_item_name2,
      case when i.set_sku_id is null then i.set_item_name2 end as set_item_name2,
      case when i.set_sku_id is null then i.product_image else coalesce(s.image_path, (select g.path from product_image g
        where g.shop_id = s.shop_id and g.product_id = s.product_id order by g.sort_no limit 1), '') end as product_image,
      (s.visible and p.visible) as is_sold, ${sellableStockSql('s')} <= 0 as is_out_stock, p.sale_type,
      (select count(*) from purchase)::int as total
    from purchase u
    join bought i on i.id = u.latest_id
    join product_sku s on s.shop_id = ${ctx.shop_id} and s.id = u.product_sku_id
    join product p on p.shop_id = ${ctx.shop_id} and p.id = s.product_id
    order by u.latest_id desc limit ${per_page} offset ${(page - 1) * per_page}`)
  // A page past the end has no row with the total.
  const total = rows[0]?.total ?? (page > 1 ? await countPurchases(ctx) : 0)
  return { items: rows, total, page, per_page }
}

/** The bought rows of the member, without gifts. A set is one row, that of its first part. */
const bought = (ctx: MemberContext) => sql`bought as (
  select i.id, i.order_id, coalesce(i.set_sku_id, i.product_sku_id) as product_sku_id, coalesce(i.set_quantity, i.quantity) as quantity,
    i.set_sku_id, i.set_name, i.product_code, i.product_name, i.sku_parent_item_name1, i.set_item_name1,
    i.sku_parent_item_name2, i.set_item_name2, i.product_image,
    o.order_no, (o.created_at at time zone 'Asia/Tokyo')::date as day
  from order_item i join orders o on o.shop_id = i.shop_id and o.id = i.order_id
  where o.shop_id = ${ctx.shop_id} and o.customer_id = ${ctx.customer_id} and o.replaces_order_id is null
    and o.status in ${counted} and i.gift_promotion_id is null and (i.set_sku_id is null or not exists (select from order_item f
      where f.shop_id = i.shop_id and f.order_id = i.order_id and f.set_sku_id = i.set_sku_id and f.id < i.id))
)`

async function countPurchases(ctx: MemberContext): Promise<number> {
  const { rows } = await ctx.db.execute<{ total: number }>(
    sql`with ${bought(ctx)} select count(distinct product_sku_id)::int as total from bought`,
  )
  return rows[0]!.total
}

/**
 * 注文一覧: the member's orders, newest first; with `order_no` or `idempotency_key` only that one, with `year` those of a
 * year in Japan.
 */
export const listOwnOrders: Handler<'GET /v1/order/public/list'> = async (ctx, input) => {
  const { page, per_page, order_no, idempotency_key, year } = input
  const wanted = and(
    order_no === undefined ? undefined : eq(orders.order_no, order_no),
    idempotency_key === undefined ? undefined : eq(orders.idempotency_key, idempotency_key),
    year ? placedIn(year) : undefined,
  )
  const [total, items, years] = await Promise.all([
    ctx.db.$count(orders, and(ownOrdersCondition(ctx), wanted)),
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
  const rows = await ctx.db.selectDistinct({ year }).from(orders).where(ownOrdersCondition(ctx))
  return rows.map((row) => row.year).sort((a, b) => b - a)
}

/** 注文の詳細. @throws ShopError 404, also for another member's order */
export const getOrder: Handler<'GET /v1/order/public/detail/{order_no}'> = async (ctx, { order_no }) => {
  const [order] = await loadOrders(ctx, eq(orders.order_no, order_no), { limit: 1 })
  if (!order) throw notFound()
  return order
}
