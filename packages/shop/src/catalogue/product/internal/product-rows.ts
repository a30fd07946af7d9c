import type { ProductSummary } from '@kushi/contract/product'
import { fitsLetterboxSql } from '@kushi/db/letterbox'
import { sellableStockSql } from '@kushi/db/sku-stock'
import { sql } from 'drizzle-orm'

/** A product in the list, without its promotions. */
export type ListedProduct = Omit<ProductSummary, 'running_promotions'>

/**
 * SQL of the public products of a shop, with the columns of `ProductSummary`: visible, with at least one visible SKU.
 * Prices are in yen, tax included. For subscriptions it is the lowest continuing price, never that of a first delivery
 * only.
 */
export const visibleProductsSql = (shopId: number) => sql`
  select
    p.id, p.product_name, p.slug, p.category_id, p.sale_type, p.catch_copy, p.lump_sum_payment_flag, p.sort_no,
    c.slug as category_slug,
    coalesce(image.product_image, '{"path":"","alt":""}') as product_image,
    skus.price_min, skus.price_max, skus.is_out_stock, skus.light_flag,
    case when p.sale_type in (2, 3) then skus.subscription_price_min end as subscription_price_min,
    case when p.lump_sum_payment_flag then skus.subscription_price_min * p.lump_sum_payment_num end as lump_sum_price_min,
    concat_ws(' ', p.search_name, c.search_name) as names,
    concat_ws(' ', p.search_name, p.search_copy, c.search_name, skus.choices, (
      select string_agg(w.search_name, ' ') from product_worry pw join worry w on w.shop_id = pw.shop_id and w.id = pw.worry_id
      where pw.shop_id = p.shop_id and pw.product_id = p.id
    )) as text
  from product p
  join category c on c.shop_id = p.shop_id and c.id = p.category_id
  cross join lateral (
    select
      min(s.price) as price_min, max(s.price) as price_max,
      min(coalesce(s.subscription_price, s.price)) as subscription_price_min,
      bool_and(${sellableStockSql('s')} <= 0) as is_out_stock, bool_and(${fitsLetterboxSql('s')}) as light_flag,
      string_agg(s.search_choice, ' ') as choices
    from product_sku s where s.shop_id = p.shop_id and s.product_id = p.id and s.visible
    having count(*) > 0
  ) skus
  left join lateral (
    select json_build_object('path', i.path, 'alt', i.alt) as product_image
    from product_image i where i.shop_id = p.shop_id and i.product_id = p.id order by i.sort_no limit 1
  ) image on true
  where p.shop_id = ${shopId} and p.visible`

/** Empty prices, for callers who may not see them. */
export const HIDDEN_PRICES = {
  price_min: null,
  price_max: null,
  subscription_price_min: null,
  lump_sum_price_min: null,
}
