import type { Purchase } from '@kushi/contract/order'
import { sql } from 'drizzle-orm'
import type { MemberContext, Verb } from '../context.ts'

/** Orders that were bought and not cancelled or returned. */
const counted = sql`('received', 'arranged', 'shipped', 'delivered')`

/** 購入履歴, one row per SKU, the last bought first; dates are days in Japan. Names and picture as in the last order. */
export const listPurchases: Verb<'GET /v1/order/public/purchases'> = async (ctx, { page, per_page }) => {
  const { rows } = await ctx.db.execute<Purchase & { total: number }>(sql`
    with ${bought(ctx)}, purchase as (
      select product_sku_id, count(distinct order_id)::int as times, sum(quantity)::int as quantity,
        min(day) as first_date, max(day) as last_date, max(id) as latest_id
      from bought group by product_sku_id
    )
    select u.*, i.product_id, i.product_code, i.product_name, i.sku_parent_item_name1, i.set_item_name1,
      i.sku_parent_item_name2, i.set_item_name2, i.product_image, i.order_no as last_order_no,
      (s.visible and p.visible) as is_sold, s.stock <= 0 as is_out_stock, p.sale_type,
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

const bought = (ctx: MemberContext) => sql`bought as (
  select i.*, o.order_no, (o.created_at at time zone 'Asia/Tokyo')::date as day
  from order_item i join orders o on o.shop_id = i.shop_id and o.id = i.order_id
  where o.shop_id = ${ctx.shop_id} and o.customer_id = ${ctx.customer_id} and o.replaces_order_id is null
    and o.status in ${counted}
)`

async function countPurchases(ctx: MemberContext): Promise<number> {
  const { rows } = await ctx.db.execute<{ total: number }>(
    sql`with ${bought(ctx)} select count(distinct product_sku_id)::int as total from bought`,
  )
  return rows[0]!.total
}
