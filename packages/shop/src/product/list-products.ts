import type { ProductSummary } from '@kushi/contract/product'
import { category, product } from '@kushi/db/schema/product'
import { shop } from '@kushi/db/schema/shop'
import { foldWord } from '@kushi/values/fold-word'
import { and, asc, eq, exists, type SQL, sql } from 'drizzle-orm'
import type { Context, Input, Verb } from '../context.ts'
import { maySeePrices } from '../customer/index.ts'
import { takeLimit } from '../limit/index.ts'
import { noPrices, visibleProducts } from './internal/product-rows.ts'
import { alternativesOf, oneLetterOff, searchTerms, thirdsOf } from './rules/search-terms.ts'

type Query = Input<'GET /v1/product'>

/** What is called so comes before what only mentions it. */
const byName = (words: readonly Word[]) =>
  words.length > 0 ? sql`(${allOf(words.map((word) => contains(sql`names`, word)))}) desc,` : sql``

/** `new`: the shop numbers its products in the order in which it takes them on. A price is what is paid. */
const orderBy: Record<Query['sort'], SQL> = {
  recommended: sql`sort_no, id`,
  new: sql`id desc`,
  price_asc: sql`coalesce(lump_sum_price_min, price_min), sort_no, id`,
  price_desc: sql`coalesce(lump_sum_price_min, price_max) desc, sort_no, id`,
}

/**
 * 商品一覧. Sold-out products stay in, marked; every term of the keyword, or another word for it, must stand in name, kana,
 * catch copy, category or a choice (香り, 内容量). Where nothing is found, one letter of each may be wrong. `categories` are
 * all that hold a visible product, whatever is searched for.
 *
 * @throws ShopError 429 ERROR_TOO_MANY_REQUESTS: a search looks through the whole catalogue
 */
export const listProducts: Verb<'GET /v1/product'> = async (ctx, asked) => {
  const isPriced = await maySeePrices(ctx)
  // Nor does the order tell what is dear.
  const input = isPriced ? asked : { ...asked, sort: 'recommended' as const }
  const words = await wordsOf(ctx, input.keyword ?? '')
  const exact = await find(ctx, input, words, (word) => contains(sql`text`, word))
  const near = exact.total === 0 && words.length > 0 ? await find(ctx, input, words, resembles) : exact
  const { page, per_page } = input
  const items = isPriced ? near.items : near.items.map((row) => ({ ...row, ...noPrices }))
  const is_approximate = near !== exact && near.total > 0
  return { items, total: near.total, page, per_page, is_approximate, categories: await listCategories(ctx) }
}

async function wordsOf(ctx: Context, keyword: string): Promise<Word[]> {
  const { db, shop_id } = ctx
  const terms = searchTerms(keyword)
  if (terms.length === 0) return []
  await takeLimit(ctx, 'search', { address: ctx.ip, user_agent: ctx.user_agent })
  const [row] = await db.select({ groups: shop.search_synonyms }).from(shop).where(eq(shop.id, shop_id))
  const synonyms = (row?.groups ?? []).map((group) => group.map(foldWord))
  return terms.map((term) => alternativesOf(term, synonyms))
}

/** A term with all that may stand for it. */
type Word = readonly string[]
const anyOf = (conditions: SQL[]) => sql`(${sql.join(conditions, sql` or `)})`
const allOf = (conditions: SQL[]) => sql.join(conditions, sql` and `)
const contains = (column: SQL, word: Word) => anyOf(word.map((one) => sql`strpos(${column}, ${one}) > 0`))
const resembles = (word: Word) => {
  const [term = ''] = word
  const patterns = oneLetterOff(term)
  const exact = contains(sql`text`, word)
  if (patterns.length === 0) return exact
  const near = anyOf(patterns.map((pattern) => sql`text like ${pattern}`))
  return sql`(${exact} or ${contains(sql`text`, thirdsOf(term))} and ${near})`
}

async function find(ctx: Context, query: Query, words: readonly Word[], met: (word: Word) => SQL) {
  const { category: slug, sale_type, sort, page, per_page } = query
  const conditions = [sql`true`, ...words.map(met)]
  if (slug !== undefined) conditions.push(sql`category_slug = ${slug}`)
  if (sale_type !== undefined) conditions.push(sql`sale_type in (${Number(sale_type)}::int, 3)`)
  const found = sql`select * from (${visibleProducts(ctx.shop_id)}) products where ${allOf(conditions)}`
  const { rows } = await ctx.db.execute<ProductSummary & { total: number }>(sql`
    with found as (${found})
    select found.*, (select count(*) from found)::int as total
    from found order by ${sort === 'recommended' ? byName(words) : sql``} ${orderBy[sort]} limit ${per_page} offset ${(page - 1) * per_page}`)
  // A page past the end has no row that could tell.
  return { items: rows, total: rows[0]?.total ?? (page > 1 ? await count(ctx, found) : 0) }
}

async function count({ db }: Context, found: SQL): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(sql`select count(*)::int as total from (${found}) found`)
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
