import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { order_item } from './schema/order.ts'

/** The SKU that was bought with an item of an order: the set, not its parts. */
export const boughtSku = sql`coalesce(${order_item.set_sku_id}, ${order_item.product_sku_id})`

/** セットの中身 of a subscription's item: what was promised, or what the set consists of now. */
export const deliveredParts = ({ promised, now }: Record<'promised' | 'now', SQLWrapper>): SQL =>
  sql`case when ${promised} = '[]' then ${now} else ${promised} end`

/** Whether a set with these parts contains one of the SKUs, an array of ids. */
export const containsSku = (parts: SQLWrapper, ids: SQLWrapper): SQL =>
  sql`(${parts} <> '[]' and exists (
    select from jsonb_to_recordset(${parts}) as part(product_sku_id bigint) where part.product_sku_id = any(${ids})))`
