import { article } from '@kushi/db/schema/story'
import { and, desc, eq, lte } from 'drizzle-orm'
import type { Context, Verb } from '../context.ts'
import { notFound } from '../shop-error.ts'
import { sanitiseHtml } from './rules/sanitise-html.ts'

/** Visible, with the publication day reached. */
export const published = ({ shop_id, clock }: Context) =>
  and(eq(article.shop_id, shop_id), eq(article.visible, true), lte(article.published_on, clock.today()))

/** 読みもの一覧, newest first. */
export const listArticles: Verb<'GET /v1/article'> = async (ctx, { page, per_page }) => ({
  items: await ctx.db
    .select()
    .from(article)
    .where(published(ctx))
    .orderBy(desc(article.published_on), desc(article.id))
    .limit(per_page)
    .offset((page - 1) * per_page),
  total: await ctx.db.$count(article, published(ctx)),
  page,
  per_page,
})

/** @throws ShopError 404 for an article that is hidden or not published yet */
export const getArticle: Verb<'GET /v1/article/{slug}'> = async (ctx, { slug }) => {
  // Rejects slugs that no article can have and that the database could not compare.
  if (!/^[\w-]+$/.test(slug)) throw notFound()
  const [found] = await ctx.db
    .select()
    .from(article)
    .where(and(published(ctx), eq(article.slug, slug)))
  if (!found) throw notFound()
  return { ...found, html: sanitiseHtml(found.html) }
}
