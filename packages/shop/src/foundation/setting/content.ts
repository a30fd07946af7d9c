import type { Queryable } from '@kushi/db/connect'
import { shop_content } from '@kushi/db/schema/shop'
import { article, home_block } from '@kushi/db/schema/story'
import { readBlock } from '@kushi/values/block/kinds'
import { and, asc, desc, eq, inArray, lte } from 'drizzle-orm'
import type { Context, Handler } from '../../context.ts'
import { notFound } from '../../shop-error.ts'

/** トップページの構成: the visible blocks in their order; empty if the shop has arranged none. */
export const getHome: Handler<'GET /v1/setting/shop/home'> = async ({ db, shop_id }) => ({
  items: (await selectHomeBlocks(db, shop_id)).flatMap(({ visible, ...block }) => (visible ? block : [])),
})

/** All blocks of the home page, hidden ones too. */
export async function selectHomeBlocks(db: Queryable, shop_id: number) {
  const rows = await db
    .select()
    .from(home_block)
    .where(eq(home_block.shop_id, shop_id))
    .orderBy(asc(home_block.sort_no))
  return rows.flatMap((row) => {
    const content = readBlock(row.kind, row.content ?? row)
    return content ? { ...content, visible: row.visible } : []
  })
}

/** The layout code of content for every layout. */
const anyLayout = 0

/**
 * Returns HTML that the shop wrote (footer, banner, pages), neither sanitised nor filled. If there is none for
 * `layout_code`, returns that for every layout (0).
 * @throws ShopError 404
 */
export const getContent: Handler<'GET /v1/setting/shop/content/{name}'> = async (ctx, { name, layout_code }) => {
  const [content] = await ctx.db
    .select({ name: shop_content.name, title: shop_content.title, html: shop_content.html })
    .from(shop_content)
    .where(
      and(
        eq(shop_content.shop_id, ctx.shop_id),
        eq(shop_content.name, name),
        inArray(shop_content.layout_code, [anyLayout, layout_code ?? anyLayout]),
      ),
    )
    .orderBy(desc(shop_content.layout_code))
    .limit(1)
  if (!content) throw notFound()
  return content
}

/** SQL condition: the article is visible, and its publication day is reached. */
export const publishedArticleCondition = ({ shop_id, clock }: Context) =>
  and(eq(article.shop_id, shop_id), eq(article.visible, true), lte(article.published_on, clock.today()))

/** 読みもの一覧, newest first. */
export const listArticles: Handler<'GET /v1/article'> = async (ctx, { page, per_page }) => ({
  items: await ctx.db
    .select()
    .from(article)
    .where(publishedArticleCondition(ctx))
    .orderBy(desc(article.published_on), desc(article.id))
    .limit(per_page)
    .offset((page - 1) * per_page),
  total: await ctx.db.$count(article, publishedArticleCondition(ctx)),
  page,
  per_page,
})

/** @throws ShopError 404 for an article that is hidden or not published yet */
export const getArticle: Handler<'GET /v1/article/{slug}'> = async (ctx, { slug }) => {
  // Rejects slugs that no article can have and that the database could not compare.
  if (!/^[\w-]+$/.test(slug)) throw notFound()
  const [found] = await ctx.db
    .select()
    .from(article)
    .where(and(publishedArticleCondition(ctx), eq(article.slug, slug)))
  if (!found) throw notFound()
  return found
}
