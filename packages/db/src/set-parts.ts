import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { order_item } from './schema/order.ts'

/** The SKU that was bought with a row of an order that is no gift: the set, not its parts. */
export const boughtSku = sql`coalesce(${order_item.set_sku_id}, ${order_item.product_sku_id})`

/**
 * What the order was for, as a subquery of (product_id, product_sku_id, subtotal), each SKU once: a set and not its parts, no gift.
 */
export const boughtIn = (shop_id: SQLWrapper, order_id: SQLWrapper): SQL => sql`(
  select s.product_id, s.id as product_sku_id, min(b.id) as first_row, sum(b.subtotal)::int as subtotal
  from order_item b join product_sku s on s.shop_id = b.shop_id and s.id = coalesce(b.set_sku_id, b.product_sku_id)
  where b.shop_id = ${shop_id} and b.order_id = ${order_id} and b.gift_promotion_id is null group by 1, 2)`

/** セットの中身 of a subscription's item: what was promised, or what the set consists of now. */
export const deliveredParts = ({ promised, now }: Record<'promised' | 'now', SQLWrapper>): SQL =>
  sql`case when ${promised} = '[]' then ${now} else ${promised} end`

/** Whether a set with these parts contains one of the SKUs, an array of ids. */
export const containsSku = (parts: SQLWrapper, ids: SQLWrapper): SQL =>
  sql`(${parts} <> '[]' and exists (
    select from jsonb_to_recordset(${parts}) as part(product_sku_id bigint) where part.product_sku_id = any(${ids})))`
