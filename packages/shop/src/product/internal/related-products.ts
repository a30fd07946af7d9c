import type { ProductSummary } from '@kushi/contract/product'
import { sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { maySeePrices } from '../../customer/index.ts'
import { noPrices, visibleProducts } from './product-rows.ts'

/** As many as fit side by side on a wide screen. */
const MOST = 4

/** 一緒に使いたいもの: the shop's choice in its order; if there is none, other products of the same category. */
export async function relatedProducts(
  ctx: Context,
  { id, category_id }: { id: number; category_id: number },
): Promise<ProductSummary[]> {
  const { rows } = await ctx.db.execute<ProductSummary & Record<string, unknown>>(sql`
    with chosen as (
      select related_id, sort_no from product_related where shop_id = ${ctx.shop_id} and product_id = ${id}
    )
    select products.* from (${visibleProducts(ctx.shop_id)}) products
    left join chosen on chosen.related_id = products.id
    where products.id <> ${id}
      and (chosen.related_id is not null or (not exists (select from chosen) and category_id = ${category_id}))
    order by chosen.sort_no, products.sort_no, products.id limit ${MOST}`)
  return (await maySeePrices(ctx)) ? rows : rows.map((row) => ({ ...row, ...noPrices }))
}
