import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { order_item } from './schema/order.ts'

/**
 * SQL for the SKU that the customer bought with a row of `order_item`: the set, not its part. Not for rows of gifts.
 */
export const boughtSkuSql = sql`coalesce(${order_item.set_sku_id}, ${order_item.product_sku_id})`

/**
 * Subquery of the goods that an order was for, without gifts: `(product_id, product_sku_id, first_row, subtotal)`.
 * Each SKU has one row, and a set counts as one SKU.
 */
export const boughtGoodsSql = (shop_id: SQLWrapper, order_id: SQLWrapper): SQL => sql`(
  select s.product_id, s.id as product_sku_id, min(b.id) as first_row, sum(b.subtotal)::int as subtotal
  from order_item b join product_sku s on s.shop_id = b.shop_id and s.id = coalesce(b.set_sku_id, b.product_sku_id)
  where b.shop_id = ${shop_id} and b.order_id = ${order_id} and b.gift_promotion_id is null group by 1, 2)`

/**
 * SQL for the contents (セットの中身) of a subscription's item: those that were promised, otherwise those of the set now.
 */
export const deliveredPartsSql = ({ promised, now }: Record<'promised' | 'now', SQLWrapper>): SQL =>
  sql`case when ${promised} = '[]' then ${now} else ${promised} end`

/** Condition: a set with these parts contains one of the SKUs. `parts`: JSON as stored. `ids`: an array of ids. */
export const containsSkuCondition = (parts: SQLWrapper, ids: SQLWrapper): SQL =>
  sql`(${parts} <> '[]' and exists (
    select from jsonb_to_recordset(${parts}) as part(product_sku_id bigint) where part.product_sku_id = any(${ids})))`
