import { category } from '@kushi/db/schema/product'
import { article } from '@kushi/db/schema/story'
import { worry } from '@kushi/db/schema/worry'
import { and, desc, sql } from 'drizzle-orm'
import type { Handler } from '../../context.ts'
import { publishedArticleCondition } from '../../foundation/setting/index.ts'
import { containsEveryWordSql, findProducts, searchWords } from './internal/find-products.ts'
import { findVisibleCategories, findVisibleWorries } from './internal/visible-groups.ts'

/** Few enough to fit above the keyboard of a phone. */
const GOODS = 5
const OTHERS = 3

/**
 * 候補 while the visitor types: products first, then worries, categories and articles whose names contain the words.
 * @throws ShopError 429 ERROR_TOO_MANY_REQUESTS
 */
export const suggestSearchResults: Handler<'GET /v1/product/suggestion'> = async (ctx, { keyword }) => {
  const words = await searchWords(ctx, keyword)
  if (words.length === 0) return { products: [], worries: [], categories: [], articles: [] }
  const query = { page: 1, per_page: GOODS, sort: 'recommended' as const }
  return {
    products: (await findProducts(ctx, query, words)).items,
    worries: await findVisibleWorries(ctx, containsEveryWordSql(sql`${worry.search_name}`, words)).limit(OTHERS),
    categories: await findVisibleCategories(ctx, containsEveryWordSql(sql`${category.search_name}`, words)).limit(
      OTHERS,
    ),
    articles: await ctx.db
      .select({ title: article.title, slug: article.slug })
      .from(article)
      .where(and(publishedArticleCondition(ctx), containsEveryWordSql(sql`${article.search_name}`, words)))
      .orderBy(desc(article.published_on), desc(article.id))
      .limit(OTHERS),
  }
}
