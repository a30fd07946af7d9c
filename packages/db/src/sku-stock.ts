import { type SQL, sql } from 'drizzle-orm'

/**
 * SQL for the pieces of a SKU that can be sold. A set has no stock of its own: its scarcest part decides, and a part
 * that is not on sale makes none. `s`: the alias of `product_sku` in the query.
 */
export const sellableStockSql = (s = 'product_sku'): SQL<number> =>
  sql.raw(`(case when ${s}.parts = '[]' then ${s}.stock else (
    select coalesce(min(case when part.visible then part.stock / needed.pieces else 0 end), 0)
    from jsonb_to_recordset(${s}.parts) as needed(product_sku_id bigint, pieces int)
    left join product_sku part on part.shop_id = ${s}.shop_id and part.id = needed.product_sku_id
  ) end)`) as SQL<number>
