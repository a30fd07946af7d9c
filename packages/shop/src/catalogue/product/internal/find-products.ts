import { shop } from '@kushi/db/schema/shop'
import { dashesKeptInSearchColumns, normalizeForSearch } from '@kushi/values/normalize-for-search'
import { eq, type SQL, sql } from 'drizzle-orm'
import type { Context, Input } from '../../../context.ts'
import { consumeLimit } from '../../../foundation/limit/index.ts'
import { searchAlternatives, searchTerms, typoPatterns, wordThirds } from '../rules/search-terms.ts'
import { type ListedProduct, visibleProductsSql } from './product-rows.ts'

type Query = Input<'GET /v1/product'>

/** A search term with its alternatives. */
export type SearchWord = readonly string[]

/**
 * Returns the search words of a keyword.
 * @throws ShopError 429 ERROR_TOO_MANY_REQUESTS: a search scans the whole catalogue
 */
export async function searchWords(ctx: Context, keyword: string): Promise<SearchWord[]> {
  const { db, shop_id } = ctx
  const terms = searchTerms(keyword)
  if (terms.length === 0) return []
  await consumeLimit(ctx, 'search', { address: ctx.ip, user_agent: ctx.user_agent })
  const [row] = await db.select({ groups: shop.search_synonyms }).from(shop).where(eq(shop.id, shop_id))
  const synonyms = (row?.groups ?? []).map((group) => group.map(normalizeForSearch))
  return terms.map((term) => searchAlternatives(term, synonyms))
}

const anyOf = (conditions: SQL[]) => sql`(${sql.join(conditions, sql` or `)})`
const allOf = (conditions: SQL[]) => sql.join(conditions, sql` and `)
/** A stored text without the dashes that its column does not leave out. */
const folded = (column: SQL) => sql`translate(${column}, ${sql.raw(`'${dashesKeptInSearchColumns}'`)}, '')`
const contains = (column: SQL, word: SearchWord) => anyOf(word.map((one) => sql`strpos(${folded(column)}, ${one}) > 0`))
/** SQL condition: the column contains every search word, or one of its alternatives. */
export const containsEveryWordSql = (column: SQL, words: readonly SearchWord[]) =>
  allOf(words.map((word) => contains(column, word)))
const resembles = (word: SearchWord) => {
  const [term = ''] = word
  const patterns = typoPatterns(term)
  const exact = contains(sql`text`, word)
  if (patterns.length === 0) return exact
  const near = anyOf(patterns.map((pattern) => sql`${folded(sql`text`)} like ${pattern}`))
  return sql`(${exact} or ${contains(sql`text`, wordThirds(term))} and ${near})`
}

/** Products with the words in their names come before those that only mention them. */
const byName = (words: readonly SearchWord[]) =>
  words.length > 0 ? sql`(${containsEveryWordSql(sql`names`, words)}) desc,` : sql``

/** The products that the shop offers for a worry. */
const forWorry = (shopId: number, slug: string) => sql`
  select pw.product_id, pw.sort_no from product_worry pw join worry w on w.shop_id = pw.shop_id and w.id = pw.worry_id
  where pw.shop_id = ${shopId} and w.slug = ${slug}`

/** `new`: ids increase in the order in which products are added. Prices: the amount actually paid. */
const orderBy: Record<Query['sort'], SQL> = {
  recommended: sql`sort_no, id`,
  new: sql`id desc`,
  price_asc: sql`coalesce(lump_sum_price_min, price_min), sort_no, id`,
  price_desc: sql`coalesce(lump_sum_price_min, price_max) desc, sort_no, id`,
}

/**
 * Returns a page of the matching products. If no product contains the exact words, matches with one wrong letter per
 * word.
 */
export async function findProducts(ctx: Context, query: Query, words: readonly SearchWord[]) {
  const exact = await find(ctx, query, words, (word) => contains(sql`text`, word))
  if (exact.total > 0 || words.length === 0) return { ...exact, is_approximate: false }
  const near = await find(ctx, query, words, resembles)
  return { ...near, is_approximate: near.total > 0 }
}

async function find(ctx: Context, query: Query, words: readonly SearchWord[], met: (word: SearchWord) => SQL) {
  const { category: slug, worry, sale_type, sort, page, per_page } = query
  const conditions = [sql`true`, ...words.map(met)]
  const offered = worry === undefined ? null : forWorry(ctx.shop_id, worry)
  if (offered) conditions.push(sql`id in (select product_id from (${offered}) offered)`)
  if (slug !== undefined) conditions.push(sql`category_slug = ${slug}`)
  if (sale_type !== undefined) conditions.push(sql`sale_type in (${Number(sale_type)}::int, 3)`)
  const found = sql`select * from (${visibleProductsSql(ctx.shop_id)}) products where ${allOf(conditions)}`
  const inItsOrder = offered
    ? sql`(select offered.sort_no from (${offered}) offered where offered.product_id = found.id),`
    : sql``
  const first = sort === 'recommended' ? sql`${byName(words)} ${inItsOrder}` : sql``
  const { rows } = await ctx.db.execute<ListedProduct & { total: number }>(sql`
    with found as (${found})
    select found.*, (select count(*) from found)::int as total
    from found order by ${first} ${orderBy[sort]} limit ${per_page} offset ${(page - 1) * per_page}`)
  // A page past the end has no row that contains the total.
  return { items: rows, total: rows[0]?.total ?? (page > 1 ? await count(ctx, found) : 0) }
}

async function count({ db }: Context, found: SQL): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(sql`select count(*)::int as total from (${found}) found`)
  return rows[0]?.total ?? 0
}
