import { type SQL, sql } from 'drizzle-orm'

/** `fitsLetterbox` of @kushi/values/shipment in a query. `s`: the alias of `product_sku`. */
export const fitsLetterboxSql = (s = 'product_sku'): SQL<boolean> =>
  sql.raw(`(${s}.light_flag and case when ${s}.parts = '[]' then ${s}.temperature = 'normal' else not exists (
    select from jsonb_to_recordset(${s}.parts) as needed(product_sku_id bigint)
    join product_sku part on part.shop_id = ${s}.shop_id and part.id = needed.product_sku_id
    where part.temperature <> 'normal') end)`) as SQL<boolean>
