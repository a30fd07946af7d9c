import type { ProductSummary } from '@kushi/contract/product'
import { category, product } from '@kushi/db/schema/product'
import { and, asc, eq, exists, type SQL, sql } from 'drizzle-orm'
import type { Context, Input, Verb } from '../context.ts'
import { maySeePrices } from '../customer/require-approval.ts'
import { visibleProducts } from './product-rows.ts'
import { searchTerms } from './rules/search-terms.ts'

type Query = Input<'GET /v1/product'>

/** Nor does the order tell what is dear. */
const noPrices = { price_min: null, price_max: null, subscription_price_min: null }

/** `new`: the shop numbers its products in the order in which it takes them on. */
const orderBy: Record<Query['sort'], SQL> = {
  recommended: sql`sort_no, id`,
  new: sql`id desc`,
  price_asc: sql`price_min, sort_no, id`,
  price_desc: sql`price_max desc, sort_no, id`,
}

/**
 * 商品一覧. Sold-out products stay in, marked; every term of the keyword must stand in name, kana, catch copy, category
 * or a choice (香り, 内容量). `categories` are all that hold a visible product, whatever is searched for.
 */
export const listProducts: Verb<'GET /v1/product'> = async (ctx, input) => {
  const { page, per_page } = input
  const isPriced = await maySeePrices(ctx)
  const { rows } = await ctx.db.execute<ProductSummary & { total: number }>(sql`
    with found as (select * from (${visibleProducts(ctx.shop_id)}) products where ${matches(input)})
    select found.*, (select count(*) from found)::int as total
    from found order by ${orderBy[isPriced ? input.sort : 'recommended']} limit ${per_page} offset ${(page - 1) * per_page}`)
  // A page past the end has no row that could tell.
  const total = rows[0]?.total ?? (page > 1 ? await count(ctx, input) : 0)
  const items = isPriced ? rows : rows.map((row) => ({ ...row, ...noPrices }))
  return { items, total, page, per_page, categories: await listCategories(ctx) }
}

function matches({ keyword, category: slug, sale_type }: Query): SQL {
  const conditions = searchTerms(keyword ?? '').map((term) => sql`strpos(text, ${term}) > 0`)
  if (slug !== undefined) conditions.push(sql`category_slug = ${slug}`)
  if (sale_type !== undefined) conditions.push(sql`sale_type in (${Number(sale_type)}::int, 3)`)
  return sql.join([sql`true`, ...conditions], sql` and `)
}

async function count(ctx: Context, input: Query): Promise<number> {
  const { rows } = await ctx.db.execute<{ total: number }>(
    sql`select count(*)::int as total from (${visibleProducts(ctx.shop_id)}) products where ${matches(input)}`,
  )
  return rows[0]?.total ?? 0
}

function listCategories(ctx: Context) {
  const shown = ctx.db
    .select({ one: sql`1` })
    .from(product)
    .where(and(eq(product.shop_id, category.shop_id), eq(product.category_id, category.id), eq(product.visible, true)))
  return ctx.db
    .select({ id: category.id, category_name: category.category_name, slug: category.slug })
    .from(category)
    .where(and(eq(category.shop_id, ctx.shop_id), exists(shown)))
    .orderBy(asc(category.sort_no), asc(category.id))
}
